import { minuteMs } from '@gatehouse/domain';
import type { Passkey } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';

/** Time that browsers wait for a person's touch, look or typing, and lifetime of a challenge. */
export const challengeMs = 5 * minuteMs;

/** COSE algorithms EdDSA, ES256 and RS256. Every authenticator has one of these. */
export const passkeyAlgorithms = [-8, -7, -257];

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, { error: 'must be base64url' });
const credentialId = base64url(1400);
const publicKeyType = z.literal('public-key');

/** Result of `navigator.credentials.create` in the browsers' JSON form. Other fields are left out. */
export const registrationShape = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(12_000),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});

/** Result of `navigator.credentials.get`. */
export const assertionShape = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    userHandle: base64url(200).optional(),
  }),
});

export type Registration = z.output<typeof registrationShape>;
export type Assertion = z.output<typeof assertionShape>;

/** Options of `navigator.credentials.create`, in the browsers' JSON form. */
export const creationOptionsShape = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: publicKeyType, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** Options of `navigator.credentials.get`. */
export const requestOptionsShape = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export const passkeyShape = z.object({ id: z.string(), name: z.string(), createdAt: time, lastUsedAt: time.nullable() });

export function passkeyFields({ id, name, createdAt, lastUsedAt }: Passkey): z.input<typeof passkeyShape> {
  return { id, name, createdAt, lastUsedAt };
}

export const passkeyExample: z.input<typeof passkeyShape> = {
  id: 'passkey_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'Laptop',
  createdAt: 1_763_000_000_000,
  lastUsedAt: null,
};

export const challengeExample = '3q2-7wEjRt5vK0ZbYxN8mLdPc4sHfGaUoIiJk9T1eWs';
