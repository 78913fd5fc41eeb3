// The whole set, in the order in which it runs.

import type { ConformanceCase } from "../case.ts";
import { clickCases } from "./click.ts";
import { directionCases } from "./directions.ts";
import { documentCases } from "./documents.ts";
import { drawingCases } from "./drawings.ts";
import { evalCases } from "./eval.ts";
import { fieldCases } from "./fields.ts";
import { findingCases, listCases } from "./finding.ts";
import { framesCases } from "./frames.ts";
import { historyCases } from "./history.ts";
import { hostileCases } from "./hostile.ts";
import { largeCases } from "./large.ts";
import { layerCases } from "./layers.ts";
import { markupCases } from "./markup.ts";
import { movingCases } from "./moving.ts";
import { navigationCases } from "./navigation.ts";
import { pictureCases } from "./pictures.ts";
import { popupCases } from "./popups.ts";
import { readingCases } from "./reading.ts";
import { refCases } from "./refs.ts";
import { searchCases } from "./search.ts";
import { tableCases } from "./tables.ts";
import { tabCases } from "./tabs.ts";
import { treeCases } from "./trees.ts";
import { typeCases } from "./type.ts";

export const allCases: readonly ConformanceCase[] = [
	...tabCases,
	...navigationCases,
	...historyCases,
	...readingCases,
	...framesCases,
	...findingCases,
	...listCases,
	...markupCases,
	...treeCases,
	...searchCases,
	...refCases,
	...movingCases,
	...largeCases,
	...documentCases,
	...hostileCases,
	...fieldCases,
	...directionCases,
	...tableCases,
	...layerCases,
	...drawingCases,
	...pictureCases,
	...clickCases,
	...popupCases,
	...typeCases,
	...evalCases,
];
