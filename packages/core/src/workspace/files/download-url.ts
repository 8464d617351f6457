import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Permission of a download address: one version of one item, or of one file of a skill, for one reader, until `expiresAt` (milliseconds
 * since 1970).
 */
export type DownloadPayload = {
  orgId: string;
  itemId: string;
  version: number;
  personId: string;
  /** Key of the caller. Null for a person without a key. */
  keyId: string | null;
  /** File next to SKILL.md. */
  path?: string | undefined;
  expiresAt: number;
};

/** An opaque URL-safe token; its holder can download until it expires. Throws on a secret under 32 bytes. */
// D24
export function signDownload({ secret, payload }: { secret: Buffer; payload: DownloadPayload }): string {
  const { orgId, itemId, version, personId, keyId, expiresAt, path } = payload;
  const body = Buffer.from(JSON.stringify([orgId, itemId, version, personId, keyId, expiresAt, ...(path === undefined ? [] : [path])]));
  const token = Buffer.concat([formatByte, authenticate(secret, body), body]).toString('base64url');
  if (token.length > maxTokenLength) throw new RangeError(`a download token of ${token.length} characters is too long for an address`);
  return token;
}

/** Payload of a token that this secret signed and that has not expired at `now` (milliseconds). Otherwise undefined. // D24 */
// D24
export function openDownload({ secret, token, now }: { secret: Buffer; token: string; now: number }): DownloadPayload | undefined {
  if (token.length > maxTokenLength) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // Several spellings decode to the same bytes. Only the signed one is valid.
  if (bytes.toString('base64url') !== token) return undefined;
  if (bytes.length <= bodyStart || bytes[0] !== formatByte[0]) return undefined;
  const body = bytes.subarray(bodyStart);
  if (!timingSafeEqual(bytes.subarray(1, bodyStart), authenticate(secret, body))) return undefined;
  const payload = readPayload(body);
  return payload !== undefined && now < payload.expiresAt ? payload : undefined;
}

/** The `Content-Disposition` that saves a file under its own name (RFC 6266, RFC 8187). */
// D24
export function contentDisposition(name: string): string {
  const safe = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_');
  return `attachment; filename="${asciiFallback(safe)}"; filename*=UTF-8''${encodeExtended(safe)}`;
}

const formatByte = Buffer.from([1]);
const bodyStart = 1 + 32;
const maxTokenLength = 1024;

function authenticate(secret: Buffer, body: Buffer): Buffer {
  if (secret.length < 32) throw new RangeError(`the secret for downloads has ${secret.length} bytes, at least 32 are needed`);
  return createHmac('sha256', secret).update('gatehouse download\0').update(formatByte).update(body).digest();
}

/** The signature proves that we wrote the body, so only its form can differ, never its syntax. */
function readPayload(body: Buffer): DownloadPayload | undefined {
  const [orgId, itemId, version, personId, keyId, expiresAt, path] = JSON.parse(body.toString()) as unknown[];
  const isWhole =
    [orgId, itemId, personId, keyId ?? '', path ?? ''].every((id) => typeof id === 'string') &&
    [version, expiresAt].every((n) => Number.isSafeInteger(n));
  return isWhole
    ? ({ orgId, itemId, version, personId, keyId, expiresAt, ...(path !== undefined && { path }) } as DownloadPayload)
    : undefined;
}

/**
 * Name for clients that do not read `filename*`. Drops accents, and replaces other characters by `_`, including `%` and `"`, which clients
 * read differently.
 */
function asciiFallback(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%\\/]/gu, '_');
}

/** encodeURIComponent leaves four characters that RFC 8187 has outside of attr-char. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
