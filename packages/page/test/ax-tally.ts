// Counts where the kit and Chromium agree. What both leave out is not counted: it would only flatter the share.

import type { Compared } from "./ax-judge.ts";

/** The kit stops reading a name where no reader needs more. */
const COMPARED_LENGTH = 300;

class Count {
	agreed = 0;
	all = 0;
	readonly differences = new Map<string, string[]>();

	add(agrees: boolean, kind: string, example: string): void {
		this.all += 1;
		if (agrees) this.agreed += 1;
		else this.differences.set(kind, [...(this.differences.get(kind) ?? []), example]);
	}

	get share(): number {
		return this.all === 0 ? 1 : this.agreed / this.all;
	}

	toString(): string {
		return `${this.agreed} of ${this.all} (${(100 * this.share).toFixed(2)} %)`;
	}
}

export class Tally {
	readonly roles = new Count();
	readonly names = new Count();
	readonly descriptions = new Count();
	readonly states = new Count();

	add(where: string, compared: Compared[]): void {
		for (const { label, target, kit, chromium } of compared) {
			const roles = `${kit.role || "-"} for ${chromium.role || "-"}`;
			if (target || kit.role || chromium.role) {
				this.roles.add(kit.role === chromium.role, `${label.replace(/#.*/, "")}: ${roles}`, where);
			}
			if (kit.role !== chromium.role && !target) continue;
			const [own, other] = [cut(kit.name), cut(chromium.name)];
			const said = `${label}: ${JSON.stringify(own)} for ${JSON.stringify(other)}`;
			if (target || own || other)
				this.names.add(own === other, `${kit.role} ${label.replace(/#.*/, "")}`, `${said} in ${where}`);
			const [told, heard] = [cut(kit.description), cut(chromium.description)];
			if (told || heard)
				this.descriptions.add(
					told === heard,
					`${kit.role} ${JSON.stringify(told)} for ${JSON.stringify(heard)}`,
					where,
				);
			this.states.add(
				kit.states === chromium.states,
				`${kit.role}: ${kit.states} for ${chromium.states}`,
				where,
			);
		}
	}

	summary(): string {
		return `roles ${this.roles}, names ${this.names}, descriptions ${this.descriptions}, states ${this.states}`;
	}

	/** The most frequent differences, with an example of each. */
	report(): string {
		const lines: string[] = [];
		for (const [what, { differences }] of Object.entries({
			roles: this.roles,
			names: this.names,
			descriptions: this.descriptions,
			states: this.states,
		})) {
			const kinds = [...differences].sort((a, b) => b[1].length - a[1].length).slice(0, 40);
			for (const [kind, examples] of kinds)
				lines.push(`${what} ${examples.length}× ${kind}, e.g. ${examples.slice(0, 3).join(" | ")}`);
		}
		return lines.join("\n");
	}
}

function cut(name: string): string {
	return name.slice(0, COMPARED_LENGTH).trim();
}
