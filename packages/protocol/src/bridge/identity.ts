// Who the extension is and how Chrome finds us. All three are fixed for ever: another key would be another
// extension to every browser that has this one.

/** Chrome derives the extension's id from this public key, which the manifest carries. */
export const extensionKey =
	"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA48ENxbAl0xwgnsrNaU8x9G8Ke9LhfN5Bh4ZazccSXRMkW7nAFpjakzEMqk9/7czQIbmu76eY6kNAW0c0C/2Vfx9YuWd4z5BFYwapkHKLHT+SPC/nT1qGqL1aX1MuItDalSCivZSxzgSauULCcJBo4CQm8LXQar8ovcKj76lohl9kL4eYSc/WekXKWbNxQNvReeaWi9trhJrMsPL/jLNnkroRhXILrNzRtjhlqFikZsO/i9klxel3mZHmkmT7FTWg079Vpu9ghGb9GsEvGg8WAej7DGRfddQGT4b+AIYqmHW2OXc6AoYwhFdtrdMz0O/xcRieBXPIypo6ZYv2npFWRQIDAQAB";

export const extensionId = "lgfkelbmjhcjpdcekmlndfbkdlmfkkgh";

/** The name under which browsers know the native messaging host. */
export const hostName = "com.reins.host";
