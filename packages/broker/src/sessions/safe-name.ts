// A name for a file that a page wants to be called something: one name in one directory, seen as what it is.

const LONGEST = 120;
const LONGEST_ENDING = 20;
/** Names that Windows keeps for devices, whatever comes after the first dot. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])$/i;
/** Of control, those that change the direction of what is read or cannot be seen, and what shells and Windows take for more. */
const ODD = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800<>:"|?*]/gu;
/** A dot hides a file, a dash makes an option of its name, a tilde a home. */
const EDGES = /^[.\s~-]+|[.\s]+$/g;

/** `number` tells files of one name apart, from 2 on. */
// @guard safe-names
export function safeName(wanted: string, number = 1): string {
	const last = wanted.split(/[/\\]/).at(-1) ?? "";
	// Rows of spaces would push the end out of sight.
	const plain = last.normalize("NFC").replace(ODD, "_").replace(/\s+/g, " ").replace(EDGES, "");
	const [stem, ending] = parted(plain);
	const own = stem === "" || isDevice(stem) ? `file${stem && `-${stem}`}` : stem;
	return `${cut(own, LONGEST).trimEnd()}${number > 1 ? ` (${number})` : ""}${ending}`;
}

function isDevice(stem: string): boolean {
	return DEVICES.test((stem.split(".")[0] as string).trim());
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
