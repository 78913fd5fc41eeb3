// How the parts of the popup ask for something to be done.

import type { PopupRequest } from "../popup-contract.ts";

export type Act = (request: PopupRequest) => void;
