export { onAbort, orAborted, within } from "./abort.ts";
export {
	type BridgeMethod,
	type BridgeParams,
	type BridgeResults,
	bridgeParams,
	committedDocument,
	type TraceEntry,
} from "./bridge/bridge-methods.ts";
export {
	type BridgeState,
	type Download,
	type Lease,
	type LinkEvent,
	type Site,
	type SiteLevel,
	siteLevels,
	type Whose,
} from "./bridge/bridge-state.ts";
export {
	BrowserSeal,
	fingerprint,
	type HandshakeKeys,
	newKeyPair,
	newNonce,
	newShare,
	publicKeyText,
	type Share,
	signTranscript,
	verifyTranscript,
} from "./bridge/handshake.ts";
export { extensionId, extensionKey, hostName } from "./bridge/identity.ts";
export {
	otherSide,
	type Side,
	sealedBytes,
	sealNonce,
	signedBytes,
	type Transcript,
} from "./bridge/transcript.ts";
export { type Effect, isWrite, type Scope } from "./effects.ts";
export { errorOccasions } from "./error-occasions.ts";
export { type ErrorCode, errorTable, isErrorCode, ReinsError, type WireError } from "./errors.ts";
export { newId, newSecret, randomBytes, tabHandle, tabNumber } from "./ids.ts";
export { type InputEvent, isKey, type Modifier, modifierNames } from "./input.ts";
export {
	isSecretName,
	type KitArgs,
	type KitFunction,
	type KitFunctions,
	type KitReply,
	type KitResult,
	kitEffects,
	type Point,
	type SecretName,
} from "./kit.ts";
export type { Box, LabelItem } from "./kit-pictures.ts";
export type {
	ElementInfo,
	FieldItem,
	FindArgs,
	FoundItem,
	ImageItem,
	LinkItem,
	OutlineItem,
	Range,
	ReadFunctions,
	TableRow,
	Target,
} from "./kit-reads.ts";
export { limits } from "./limits.ts";
export {
	type BrowserHello,
	type BrowserHelloAck,
	type Hello,
	type HelloAck,
	type Messages,
	messages,
	type PeerHello,
	type PeerHelloAck,
	type Rpc,
	readMessage,
	type SessionOptions,
} from "./messages.ts";
export {
	type BrokerStatus,
	type BrowserStatus,
	type Content,
	type Method,
	type MethodParams,
	type MethodResults,
	methodParams,
	type ToolAnswer,
} from "./methods.ts";
export { ActionLog, type Decided, type Outcome } from "./outcome.ts";
export { parseUrl } from "./parse-url.ts";
export { decide } from "./policy/decide.ts";
export { effectivePolicy } from "./policy/effective.ts";
export { matches, parsePattern } from "./policy/origin-pattern.ts";
export { parsePolicyFile } from "./policy/parse-file.ts";
export { type Policy, policyFileSchema, presetNames } from "./policy/policy.ts";
export { type BrowserKind, sessionPolicy } from "./policy/session-policy.ts";
export { sitePolicy } from "./policy/site-policy.ts";
export {
	type Arrival,
	effectOf,
	type FrameRow,
	type GivenFile,
	type LinkTab,
	type PictureFormat,
	type Primitive,
	type PrimitiveParams,
	type PrimitiveResult,
	pictureFormat,
	primitives,
	type WaitUntil,
	waitUntil,
} from "./primitives.ts";
export { plain, printable, visibleJson } from "./printable.ts";
export { type Hop, Trace } from "./trace.ts";
export { agree, compareReleases, protocolRange } from "./version.ts";
export { ChunkAssembler, splitMessage } from "./wire/chunks.ts";
export { encodeFrame, FrameReader } from "./wire/frames.ts";
export { toJsonText } from "./wire/json-text.ts";
export { roomInSealedFrame, sealedFrame, sealedIn } from "./wire/sealed-frames.ts";
export { parseStrict, refuseUnreadable } from "./wire/strict-json.ts";
