// Every guard of the product. Whoever writes a check that keeps a promise of docs/security.md adds it here, and
// `npm run guards` shows that a test holds it.

import type { Guard } from "./guard.ts";
import { brokerGuards } from "./list/broker.ts";
import { extensionGuards } from "./list/extension.ts";
import { fileGuards } from "./list/files.ts";
import { linkGuards } from "./list/link.ts";
import { pageGuards } from "./list/page.ts";
import { protocolGuards } from "./list/protocol.ts";
import { secretGuards } from "./list/secrets.ts";
import { toolGuards } from "./list/tools.ts";

export const guards: readonly Guard[] = [
	...protocolGuards,
	...linkGuards,
	...extensionGuards,
	...brokerGuards,
	...fileGuards,
	...secretGuards,
	...pageGuards,
	...toolGuards,
];
