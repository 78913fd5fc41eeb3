// Groups of tabs: how the person sees which tabs an agent has.

const colors = ["blue", "green", "purple", "orange", "cyan", "pink", "yellow", "red"] as const;

/** Puts a tab into the group of this number, or into a new one; gives the group's number. */
export async function groupTab(tab: number, group: number | undefined, title: string): Promise<number> {
	const into = group !== undefined && (await exists(group)) ? { groupId: group } : {};
	const made = await chrome.tabs.group({ tabIds: tab, ...into });
	if (made !== group) await chrome.tabGroups.update(made, { title, color: colorOf(title) });
	return made;
}

export async function ungroupTab(tab: number): Promise<void> {
	await chrome.tabs.ungroup(tab).catch(() => {
		// Closed, or taken out by the person.
	});
}

async function exists(group: number): Promise<boolean> {
	return chrome.tabGroups.get(group).then(
		() => true,
		() => false,
	);
}

/** The same name has the same colour every day. */
function colorOf(title: string): (typeof colors)[number] {
	let sum = 0;
	for (const character of title) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
	return colors[sum % colors.length] ?? "blue";
}
