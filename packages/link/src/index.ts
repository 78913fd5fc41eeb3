export { CdpConnection } from "./cdp-connection.ts";
export { CdpLink } from "./cdp-link.ts";
export type { TextChannel } from "./channel.ts";
export type { CallOptions, CommittedDocument, Link, LinkEvent } from "./link.ts";
