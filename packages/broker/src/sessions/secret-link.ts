// The last step of a secret on its way into a page. Whoever is above knows it by its name alone; here, where the call
// names the document it is for, that document's origin is compared with the secret's sites, and its value put in.
// The link below writes into that document or into none, and only if the document says that it is of that origin.

import { type CallOptions, type Link, LinkAround } from "@reins/link";
import {
	type ActionLog,
	isSecretName,
	matches,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	parsePattern,
	parseUrl,
	ReinsError,
} from "@reins/protocol";
import type { Secret } from "../secrets/secret-store.ts";

export class SecretLink extends LinkAround {
	readonly #find: (name: string) => Secret;
	readonly #log: ActionLog;

	constructor(inner: Link, find: (name: string) => Secret, log: ActionLog) {
		super(inner);
		this.#find = find;
		this.#log = log;
	}

	override async call<P extends Primitive>(
		primitive: P,
		params: PrimitiveParams<P>,
		options: CallOptions,
	): Promise<PrimitiveResult<P>> {
		if (primitive !== "page.call") return this.inner.call(primitive, params, options);
		const asked = params as PrimitiveParams<"page.call">;
		const { fn, args } = asked;
		if (fn !== "fill" || !isSecretName(args["text"])) return this.inner.call(primitive, params, options);
		const shown = await this.#reveal(args["text"].secret, asked, options);
		return this.inner.call(
			primitive,
			{ ...asked, args: { ...args, ...shown } } as PrimitiveParams<P>,
			options,
		);
	}

	async #reveal(
		name: string,
		{ tab, frame, document }: PrimitiveParams<"page.call">,
		{ signal }: CallOptions,
	): Promise<{ text: string; onlyAt: string }> {
		const secret = this.#find(name);
		const shown = await this.inner.committed(tab, signal, frame);
		if (shown.document !== document)
			throw new ReinsError("stale_ref", "The page was replaced by another.", { data: { replaced: true } });
		// A document of nobody's has no origin that could be compared.
		const url = parseUrl(shown.origin);
		const bound = isFor(secret, url);
		const site = url?.origin ?? "";
		const decision = bound ? "allowed" : "policy_denied";
		this.#log.judged({ effect: "act", site, decision, secret: name });
		if (bound) return { text: secret.value, onlyAt: site };
		const sites = secret.origins.join(", ");
		throw new ReinsError(
			"policy_denied",
			`The secret "${name}" is for ${sites}; the field is in a document of ${site || "no site"}.`,
			{
				hint: `Use it on its own site. Only the person can bind it to others: reins secret set ${name}.`,
				data: { effect: "act", ...(site && { site }), missing: "secret", secret: name },
			},
		);
	}
}

// @guard secret-site
function isFor({ origins }: Secret, url: URL | undefined): boolean {
	return url !== undefined && origins.some((origin) => matches(parsePattern(origin), url));
}
