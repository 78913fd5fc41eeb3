// Reading, by the kind of page that is read.

import type { ConformanceCase } from "../case.ts";
import { directionCases } from "./directions.ts";
import { documentCases } from "./documents.ts";
import { drawingCases } from "./drawings.ts";
import { fieldCases } from "./fields.ts";
import { hostileCases } from "./hostile.ts";
import { largeCases } from "./large.ts";
import { layerCases } from "./layers.ts";
import { movingCases } from "./moving.ts";
import { refCases } from "./refs.ts";
import { searchCases } from "./search.ts";
import { tableCases } from "./tables.ts";
import { treeCases } from "./trees.ts";
import { wordCases } from "./words.ts";

export const kindsOfPagesCases: readonly ConformanceCase[] = [
	...wordCases,
	...treeCases,
	...layerCases,
	...drawingCases,
	...tableCases,
	...fieldCases,
	...directionCases,
	...searchCases,
	...refCases,
	...documentCases,
	...hostileCases,
	...movingCases,
	...largeCases,
];
