// Every number that bounds the product, in one place. Times are milliseconds, sizes bytes.

const SECOND = 1_000;
const KIB = 1_024;
const MIB = KIB * KIB;

export const limits = {
	/** How long a call may take from the front door to its answer. */
	callDeadline: 30 * SECOND,
	/** The same for navigation, waiting, pictures and downloads. */
	slowCallDeadline: 60 * SECOND,
	/** The longest deadline that a caller may ask for. */
	maxDeadline: 10 * 60 * SECOND,

	heartbeat: 15 * SECOND,
	/** Missed heartbeats that end a peer. */
	missedHeartbeats: 2,
	/** A peer must have said hello within this time. */
	handshake: 5 * SECOND,

	/** Largest frame accepted before a peer is authenticated. */
	frameBeforeHello: 64 * KIB,
	/** Largest single frame; longer messages are chunked. */
	frame: 1 * MIB,
	/** Largest message after its chunks were put together. */
	message: 64 * MIB,
	/** Messages that one peer may have in pieces at once. */
	openChunkedMessages: 8,
	/** Unsent bytes after which a peer answers `backpressure`. */
	backlog: 8 * MIB,
	jsonDepth: 64,
	/** Longest message that an MCP host may send. */
	mcpLine: 10 * MIB,

	/** Characters of an id or of the name of a method on the wire, and of the name of a step of a call; and such steps. */
	wireName: 100,
	hopName: 60,
	hops: 200,

	/** Calls that one client may have open at once. */
	openCalls: 256,
	unauthenticatedSockets: 16,
	/** Longest path of the socket: the kernel takes 107 bytes and Node truncates silently. */
	socketPath: 100,

	evalResult: 256 * KIB,
	tabsOpenedPerMinute: 20,
	/** The largest file that may be given to a page, and how many at once. */
	uploadedFile: 100 * MIB,
	uploadedFiles: 20,
	/** The same, all together, where a browser does not read them from the disk itself. */
	uploadedBytes: 32 * MIB,
	/** Default budget of a read, in characters: about 4,000 tokens. */
	readBudget: 16_000,
	maxReadBudget: 4_000_000,
	/** Pixels of a picture's longer side; where a browser's GPU takes no more, the rest would repeat the beginning. */
	pictureSide: 8_192,
	/** The same where the caller says nothing: models see no more of a picture. */
	defaultPictureSide: 1_568,

	/** How long the session of a peer that went away is kept, with its managed tabs. */
	sessionGrace: 5 * SECOND,
	/** The same for tabs in a browser of the person's. */
	realBrowserGrace: 60 * SECOND,
	/** How long a call waits for an extension that has lost its connection. */
	browserReturn: 10 * SECOND,
	/** A connected extension that has not answered by then is not chosen for a new session. */
	browserPing: 800,
	/** How long a broker stays with no peer, session or browser. */
	brokerIdle: 1 * SECOND,
	/** How long a starting broker may take before its starter gives up. */
	brokerStart: 10 * SECOND,
	browserStart: 30 * SECOND,
	/** How long a browser gets to close by itself before its process is ended. */
	browserClose: 3 * SECOND,

	/** Waiting for a page to come to rest after an action. */
	settleCap: 2 * SECOND,
	logFile: 5 * MIB,
	logFilesKept: 3,
} as const;
