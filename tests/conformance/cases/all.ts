// The whole set, in the order in which it runs.

import type { ConformanceCase } from "../case.ts";
import { busyPageCases } from "./busy-pages.ts";
import { choosingCases } from "./choosing.ts";
import { clickCases } from "./click.ts";
import { clobberedCases } from "./clobbered.ts";
import { closedFrameCases } from "./closed-frames.ts";
import { dialogMomentCases } from "./dialog-moments.ts";
import { dialogCases } from "./dialogs.ts";
import { downloadCases } from "./downloads.ts";
import { evalCases } from "./eval.ts";
import { fenceCases } from "./fence.ts";
import { findingCases, listCases } from "./finding.ts";
import { formMomentCases } from "./form-moments.ts";
import { formCases } from "./forms.ts";
import { frameActingCases } from "./frame-acting.ts";
import { framePictureCases } from "./frame-pictures.ts";
import { framesCases } from "./frames.ts";
import { historyCases } from "./history.ts";
import { keyboardCases } from "./keyboard.ts";
import { kindsOfPagesCases } from "./kinds-of-pages.ts";
import { labelCases } from "./labels.ts";
import { libraryCases, moreLibraryCases } from "./libraries.ts";
import { markupCases } from "./markup.ts";
import { movingAboutCases } from "./moving-about.ts";
import { navigatingCases } from "./navigating.ts";
import { navigationCases } from "./navigation.ts";
import { pictureCases } from "./pictures.ts";
import { pointingCases } from "./pointing.ts";
import { popupCases } from "./popups.ts";
import { readingCases } from "./reading.ts";
import { reasonCases } from "./reasons.ts";
import { receiptCases } from "./receipts.ts";
import { shadowCases } from "./shadow.ts";
import { snapshotCases } from "./snapshots.ts";
import { tabCases } from "./tabs.ts";
import { typeCases } from "./type.ts";
import { untrustedCases } from "./untrusted.ts";
import { uploadCases } from "./uploads.ts";
import { visibilityCases } from "./visibility.ts";
import { waitingCases } from "./waiting.ts";
import { widgetCases } from "./widgets.ts";

export const allCases: readonly ConformanceCase[] = [
	...tabCases,
	...navigationCases,
	...navigatingCases,
	...historyCases,
	...readingCases,
	...snapshotCases,
	...framesCases,
	...shadowCases,
	...frameActingCases,
	...closedFrameCases,
	...framePictureCases,
	...visibilityCases,
	...findingCases,
	...listCases,
	...clobberedCases,
	...markupCases,
	...kindsOfPagesCases,
	...pictureCases,
	...labelCases,
	...clickCases,
	...busyPageCases,
	...popupCases,
	...fenceCases,
	...typeCases,
	...receiptCases,
	...dialogCases,
	...dialogMomentCases,
	...downloadCases,
	...uploadCases,
	...formCases,
	...choosingCases,
	...formMomentCases,
	...keyboardCases,
	...libraryCases,
	...moreLibraryCases,
	...movingAboutCases,
	...pointingCases,
	...reasonCases,
	...widgetCases,
	...waitingCases,
	...evalCases,
	...untrustedCases,
];
