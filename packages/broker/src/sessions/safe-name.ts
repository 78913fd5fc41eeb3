// A name for a file that a page wants to be called something: one name in one directory, seen as what it is.

const LONGEST = 120;
const LONGEST_ENDING = 20;
/** Names that Windows keeps for devices, whatever comes after the first dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** `number` tells files of one name apart, from 2 on. */
export function safeName(wanted: string, number = 1): string {
	const last = wanted.split(/[/\\]/).at(-1) ?? "";
	const plain = last
		.normalize("NFC")
		// Characters of control, those that change the direction of what is read, and what shells and Windows take for more.
		.replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, "_")
		.replace(/^[.\s]+|[.\s]+$/g, "");
	const [stem, ending] = parted(plain);
	const own = stem === "" || DEVICES.test(stem.split(".")[0] as string) ? `file${stem && `-${stem}`}` : stem;
	return `${cut(own, LONGEST)}${number > 1 ? ` (${number})` : ""}${ending}`;
}

/** The last part of a name, if it can be the kind of the file. */
function parted(name: string): [stem: string, ending: string] {
	const dot = name.lastIndexOf(".");
	return dot > 0 && name.length - dot <= LONGEST_ENDING ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
}

/** By bytes, for that is what file systems count, and never through a character. */
function cut(text: string, most: number): string {
	let kept = "";
	for (const character of text) {
		if (Buffer.byteLength(kept + character) > most) break;
		kept += character;
	}
	return kept;
}
