// An agent as the lines see it: the same few verbs for every server, on the pages of the bench.

export class Agent {
	/** For what only one server has. */
	client;
	#words;
	#origin;

	constructor({ client, words, origin }) {
		this.client = client;
		this.#words = words;
		this.#origin = origin;
	}

	url(path) {
		return this.#origin + path;
	}

	open(path) {
		return this.#call(this.#words.open(this.url(path)));
	}

	/** Resolves to the text of a snapshot as the server takes it unasked. */
	look() {
		return this.#call(this.#words.look());
	}

	/** Whether the server knows a snapshot that leaves out what does not fit. */
	get folds() {
		return this.#words.lookAtAll !== undefined;
	}

	lookAtAll() {
		return this.#call(this.#words.lookAtAll());
	}

	click(ref) {
		return this.#call(this.#words.click(ref));
	}

	type(ref, text) {
		return this.#call(this.#words.type(ref, text));
	}

	/** The same where nobody wants to know what came of it. */
	write(ref, text) {
		return this.#call((this.#words.write ?? this.#words.type)(ref, text));
	}

	/** Writes [ref, text] pairs. */
	async fill(fields) {
		for (const call of this.#words.fill(fields)) await this.#call(call);
	}

	evaluate(expression) {
		return this.#call(this.#words.evaluate(expression));
	}

	picture() {
		return this.#call(this.#words.picture());
	}

	/** The ref of an element in the text of a snapshot. */
	refIn(text, role, name) {
		const [, ref] = this.#words.ref(role, name).exec(text) ?? [];
		if (!ref) throw new Error(`The snapshot has no ${role} "${name}":\n${text}`);
		return ref;
	}

	/** A figure counts only where the deed was done. */
	async mustBe(expression, expected) {
		const answer = await this.evaluate(expression);
		if (!answer.includes(expected)) throw new Error(`${expression} should be ${expected}: ${answer}`);
	}

	async #call([tool, args]) {
		const { text } = await this.client.callTool(tool, args);
		return text;
	}
}
