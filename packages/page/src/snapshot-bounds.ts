// How far a snapshot's walk goes: what keeps its cost the same on pages of every size.

/** Elements inside of each other, beyond what any page is written like; calls cannot be nested without end. */
export const MAX_NESTING = 1_000;
/** Nodes of one list that are shown because they are on the screen, at most. */
export const SCREENFUL = 120;
/** Members of a run that are shown before those on the screen, where these lie further down. */
export const HEAD = 3;
/** As many are never folded. */
export const SPARED = 2;
/** Lists up to this length are gone through for what is on the screen; in longer ones it is searched. */
export const SHORT = 60;
/** Elements looked at for landmarks and headings in what is passed over. */
export const OUTLINE_LOOKS = 400;
export const OUTLINE_LEVELS = 3;
