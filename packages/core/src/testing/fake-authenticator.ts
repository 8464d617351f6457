import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Deviations from a correct authenticator. */
export interface Mischief {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
  challenge?: string;
  type?: string;
  signature?: string;
  /** Signs with this key instead of its own. */
  signsWith?: KeyObject;
  attestation?: Buffer;
}

interface Options {
  origin: string;
  /** False if its passkeys always report 0, as synced passkeys do. */
  counts?: boolean;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** An authenticator and the browser before it, in a few lines: one ES256 key, attestation "none". */
export function createAuthenticator({ origin, counts = true }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;
  let handle: string | undefined;

  function clientData(type: string, challenge: string, mischief: Mischief): Buffer {
    const said = { type: mischief.type ?? type, challenge: mischief.challenge ?? challenge, origin: mischief.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
  }

  function authenticatorData(rpId: string, mischief: Mischief, attested = Buffer.alloc(0)): Buffer {
    const present = 0x01;
    const verified = (mischief.isVerified ?? true) ? 0x04 : 0;
    const flags = present | verified | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(mischief.counter ?? (counts ? ++uses : 0));
    return Buffer.concat([sha256(Buffer.from(mischief.rpId ?? rpId)), Buffer.from([flags]), counter, attested]);
  }

  return {
    id,
    /** Like `navigator.credentials.create` with the options of begin_passkey. */
    create(options: { challenge: string; rp: { id: string }; user: { id: string } }, mischief: Mischief = {}) {
      handle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [left, right] = [x, y].map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer];
      const key = cbor.map([
        [cbor.int(1), cbor.int(2)],
        [cbor.int(3), cbor.int(-7)],
        [cbor.int(-1), cbor.int(1)],
        [cbor.int(-2), cbor.bytes(left)],
        [cbor.int(-3), cbor.bytes(right)],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const attestation = cbor.map([
        [cbor.text('fmt'), cbor.text(mischief.attestation ? 'packed' : 'none')],
        [cbor.text('attStmt'), mischief.attestation ?? cbor.map([])],
        [cbor.text('authData'), cbor.bytes(authenticatorData(options.rp.id, mischief, attested))],
      ]);
      const client = clientData('webauthn.create', options.challenge, mischief);
      const response = { clientDataJSON: base64url(client), attestationObject: base64url(attestation), transports: ['internal'] };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {}, authenticatorAttachment: 'platform' };
    },
    /** Like `navigator.credentials.get` with the options of begin_passkey_sign_in. */
    get(options: { challenge: string; rpId: string }, mischief: Mischief = {}) {
      const client = clientData('webauthn.get', options.challenge, mischief);
      const data = authenticatorData(options.rpId, mischief);
      const signed = createSign('sha256')
        .update(data)
        .update(sha256(client))
        .sign(mischief.signsWith ?? privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: mischief.signature ?? base64url(signed),
        userHandle: 'userHandle' in mischief ? mischief.userHandle : handle,
      };
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
    },
  };
}

/** The part of CBOR that an attestation needs. */
export const cbor = {
  int: (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value)),
  bytes: (value: Buffer) => Buffer.concat([head(2, value.length), value]),
  text: (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]),
  list: (values: Buffer[]) => Buffer.concat([head(4, values.length), ...values]),
  map: (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]),
};

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
