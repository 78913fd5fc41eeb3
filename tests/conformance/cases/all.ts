// The whole set, in the order in which it runs.

import type { ConformanceCase } from "../case.ts";
import { clickCases } from "./click.ts";
import { evalCases } from "./eval.ts";
import { findingCases, listCases } from "./finding.ts";
import { frameActingCases } from "./frame-acting.ts";
import { framesCases } from "./frames.ts";
import { historyCases } from "./history.ts";
import { markupCases } from "./markup.ts";
import { navigationCases } from "./navigation.ts";
import { pictureCases } from "./pictures.ts";
import { popupCases } from "./popups.ts";
import { readingCases } from "./reading.ts";
import { shadowCases } from "./shadow.ts";
import { tabCases } from "./tabs.ts";
import { typeCases } from "./type.ts";
import { untrustedCases } from "./untrusted.ts";

export const allCases: readonly ConformanceCase[] = [
	...tabCases,
	...navigationCases,
	...historyCases,
	...readingCases,
	...framesCases,
	...shadowCases,
	...frameActingCases,
	...findingCases,
	...listCases,
	...markupCases,
	...pictureCases,
	...clickCases,
	...popupCases,
	...typeCases,
	...evalCases,
	...untrustedCases,
];
