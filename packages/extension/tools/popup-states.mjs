// The states of the popup that its pictures show, as the worker would tell them.

const chain = [
	{ name: "extension", state: "ok", detail: "Reins 0.1.0" },
	{ name: "native host", state: "ok", detail: "started by Chrome" },
	{ name: "broker", state: "ok", detail: "Reins 0.1.0, process 4711", ms: 0.6 },
	{ name: "agents", state: "ok", detail: "2 sessions" },
];

function hops(...changes) {
	return chain.map((hop, index) => ({ ...hop, ...changes[index] }));
}

const behind = { state: "waiting", detail: "waiting", ms: undefined };
const unused = { state: "off", detail: "not in use", ms: undefined };

const base = {
	connection: "connected",
	killed: false,
	userDetached: false,
	disconnected: false,
	name: "Chrome on my desk",
	release: "0.1.0",
	hops: chain,
	sessions: [
		{
			session: "s1",
			label: "Claude Code · web-shop",
			away: false,
			tabs: [
				{
					tab: 11,
					title: "Orders: 14 open, 3 late",
					url: "https://shop.example/admin/orders",
					own: true,
					active: false,
				},
				{
					tab: 12,
					title: "How to write a very long title that nobody could ever read to its end",
					url: "https://docs.example/guides/writing/titles/that/are/much/too/long/for/a/popup",
					own: false,
					active: true,
				},
			],
		},
		{ session: "s2", label: "Nightly report", away: true, tabs: [] },
	],
	here: {
		tab: 12,
		origin: "https://docs.example",
		url: "https://docs.example/",
		level: "read",
		session: "s1",
	},
	sites: [
		{ origin: "https://docs.example", level: "read" },
		{ origin: "https://shop.example", level: "act" },
		{ origin: "http://localhost:5173", level: "script" },
	],
};

const fresh = { tab: 7, origin: "https://news.example", url: "https://news.example/today" };

export const popupStates = {
	connected: base,
	share: { ...base, here: { ...fresh, level: "act" } },
	connecting: {
		...base,
		connection: "connecting",
		hops: hops({}, behind, behind, behind),
		sessions: [],
		here: fresh,
	},
	broken: {
		...base,
		connection: "error",
		hops: hops(
			{},
			{
				state: "broken",
				detail: "Specified native messaging host not found.",
				fix: "Run `reins install` in a terminal.",
				ms: undefined,
			},
			behind,
			behind,
		),
		sessions: [],
		here: fresh,
	},
	"key-changed": {
		...base,
		connection: "key_changed",
		hops: hops(
			{},
			{},
			{
				state: "broken",
				detail: "It shows another key than before.",
				fix: "Compare the two keys below.",
				ms: undefined,
			},
			behind,
		),
		keys: {
			pinned: "3f9a 11c0 7be2 94d8 5a06 e1b7 c43d 20f5",
			offered: "b70e 4d21 98aa 0c6f 1e53 f7d4 6b82 a9c1",
		},
		sessions: [],
		here: fresh,
	},
	killed: {
		...base,
		connection: "off",
		killed: true,
		hops: hops({}, {}, {}, { state: "off", detail: "2 sessions" }),
		here: { ...fresh, level: "act" },
	},
	disconnected: {
		...base,
		connection: "off",
		disconnected: true,
		hops: hops({}, unused, unused, unused),
		sessions: [],
		here: {
			tab: 3,
			url: "chrome://settings/privacy",
			restricted: "Agents can only use http and https pages.",
		},
	},
	detached: {
		...base,
		userDetached: true,
		here: fresh,
	},
	empty: {
		...base,
		hops: hops({}, {}, {}, { state: "waiting", detail: "no session is open" }),
		sessions: [],
		here: fresh,
		sites: [],
	},
	/** The worker does not answer. */
	unanswered: undefined,
};
