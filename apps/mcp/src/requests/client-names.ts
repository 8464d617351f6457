import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sdk } from '@gatehouse/core';

/** The header that a client of the 2025 revisions sends back with every request after its `initialize`. */
export const sessionIdHeader = 'Mcp-Session-Id';

/**
 * Carries a client's name in its session id: signed name and version, and a random part that distinguishes connections. No session is
 * stored, so the id is valid in every process and after every restart. // D15
 */
export interface ClientNames {
  sign(client: Sdk): string;
  /** Undefined for an id that this installation did not issue. */
  read(sessionId: string | null | undefined): Sdk | undefined;
}

/** Maximum code points. Proxies limit the length of a header, and clients choose their names. */
const maxName = 100;
const maxVersion = 50;
const maxId = 1024;
const maxKnown = 500;
const signatureBytes = 32;

export function createClientNames(secret: Buffer): ClientNames {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse mcp client names', 32));
  const known = new Map<string, Sdk>();
  const authenticate = (body: Buffer) => createHmac('sha256', key).update(body).digest();

  function open(sessionId: string): Sdk | undefined {
    const bytes = Buffer.from(sessionId, 'base64url');
    // Several spellings decode to the same bytes. Accept only the one that was issued.
    if (bytes.length <= signatureBytes || bytes.toString('base64url') !== sessionId) return undefined;
    const body = bytes.subarray(signatureBytes);
    if (!timingSafeEqual(bytes.subarray(0, signatureBytes), authenticate(body))) return undefined;
    const [name, version]: [string, string | null] = JSON.parse(body.toString());
    return { name, version };
  }

  return {
    sign({ name, version }) {
      // Distinguishes connections, so that a client cancels only its own calls.
      const connection = randomBytes(9).toString('base64url');
      const body = Buffer.from(JSON.stringify([firstOf(name, maxName), version && firstOf(version, maxVersion), connection]));
      return Buffer.concat([authenticate(body), body]).toString('base64url');
    },
    read(sessionId) {
      if (!sessionId || sessionId.length > maxId) return undefined;
      const client = known.get(sessionId) ?? open(sessionId);
      if (!client || known.has(sessionId)) return client;
      if (known.size >= maxKnown) known.clear();
      known.set(sessionId, client);
      return client;
    },
  };
}

/** Control characters become spaces, as in the log. JSON would write each with six bytes. */
function firstOf(text: string, codePoints: number): string {
  return [...text.slice(0, 2 * codePoints).toWellFormed()].slice(0, codePoints).join('').replaceAll(/\p{C}/gu, ' ');
}
