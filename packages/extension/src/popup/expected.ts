// What a request will make of the state, shown until the worker's own word comes: a switch moves when it is
// pressed. Only what the person decides alone is foreseen.

import type { PopupRequest, PopupState } from "../popup-contract.ts";

export function expected(state: PopupState, request: PopupRequest): PopupState {
	if (!("do" in request)) return state;
	switch (request.do) {
		case "kill":
			return { ...state, killed: request.on };
		case "rename":
			return { ...state, name: request.name };
		case "site":
			return withSite(state, request);
		default:
			return state;
	}
}

function withSite(state: PopupState, { origin, level }: Extract<PopupRequest, { do: "site" }>): PopupState {
	const others = state.sites.filter((site) => site.origin !== origin);
	const sites = level === null ? others : [...others, { origin, level }];
	const { here } = state;
	if (here?.origin !== origin) return { ...state, sites };
	const { level: _, ...place } = here;
	return { ...state, sites, here: level === null ? place : { ...place, level } };
}
