// What the extension is to Chrome. The permissions are final: adding one later would switch the extension
// off in every browser that has it until the person agrees again.

import { extensionKey } from "@reins/protocol";
import { defineConfig } from "wxt";

const icons = {
	16: "icons/on-16.png",
	32: "icons/on-32.png",
	48: "icons/on-48.png",
	128: "icons/on-128.png",
};

export default defineConfig({
	srcDir: "src",
	publicDir: "src/public",
	// Imports are written down, like everywhere else in this repository.
	imports: false,
	browser: "chrome",
	manifestVersion: 3,
	manifest: {
		name: "Reins",
		description: "Lets AI agents use this browser while you keep hold of the reins.",
		key: extensionKey,
		minimum_chrome_version: "125",
		icons,
		action: { default_title: "Reins", default_icon: icons },
		permissions: [
			"debugger",
			"tabs",
			"scripting",
			"storage",
			"alarms",
			"nativeMessaging",
			"offscreen",
			"webNavigation",
			"declarativeNetRequest",
			"downloads",
			"tabGroups",
			"sidePanel",
			"notifications",
		],
		optional_host_permissions: ["<all_urls>"],
		content_security_policy: {
			extension_pages: [
				"default-src 'none'",
				"script-src 'self'",
				"style-src 'self'",
				"img-src 'self'",
				"object-src 'none'",
				"base-uri 'none'",
				"form-action 'none'",
				"frame-ancestors 'none'",
			].join("; "),
		},
		// Present and empty, so that neither pages nor other extensions can send anything.
		externally_connectable: { ids: [], matches: [] },
	},
	hooks: {
		// Every entry is bundled by itself: the worker is one file, and no page loads a part of it.
		"entrypoints:grouped": (_, groups) => {
			groups.splice(0, groups.length, ...groups.flat().map((entry) => [entry]));
		},
	},
	vite: () => ({
		// No setting of a machine's environment files ends up in the bundle.
		envDir: false,
		build: {
			target: "chrome125",
			minify: true,
			sourcemap: false,
			modulePreload: false,
			// `protocol` is definitions: what a page does not use of it stays out of that page.
			rollupOptions: { treeshake: { moduleSideEffects: (id) => !/[\\/]protocol[\\/]src[\\/]/.test(id) } },
		},
	}),
});
