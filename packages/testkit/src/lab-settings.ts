// What a person sets for an extension at chrome://extensions.

import { ExtensionPage } from "./extension-page.ts";
import type { LabPipe } from "./lab-pipe.ts";
import { until } from "./until.ts";

/** Takes "Allow access to file URLs" away. Chrome then loads the extension again. */
export async function refuseFiles(pipe: LabPipe, extension: string): Promise<void> {
	const settings = await ExtensionPage.open(pipe, "chrome://extensions/");
	await until("Chrome shows its extensions", () =>
		settings.evaluate<boolean>("Boolean(globalThis.chrome?.developerPrivate)"),
	);
	await settings.call(
		`async (extensionId) => {
			// Else Chrome switches off what it loads again from a folder.
			await chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
			await chrome.developerPrivate.updateExtensionConfiguration({ extensionId, fileAccess: false });
		}`,
		extension,
	);
	await settings.close();
}
