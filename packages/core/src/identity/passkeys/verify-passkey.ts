import type { Passkey } from '@gatehouse/storage';
import type { PasskeySite } from '../sign-in/passkey-site.ts';
import { type Assertion, passkeyAlgorithms, type Registration } from './passkey-fields.ts';

/** Credential that an authenticator created. */
export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Resolves to the credential from a browser, or to its fault. User verification is required. */
export async function verifyRegistration(
  { rpId, origin }: PasskeySite,
  challenge: string,
  registration: Registration,
): Promise<NewCredential | Error> {
  const { verifyRegistrationResponse } = await library();
  return await orWrong(async () => {
    await refuseCertificates(registration);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response: withoutAbsent(registration.response), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified) throw new Error('the attestation is not signed by its key');
    const { id, publicKey, counter } = registrationInfo.credential;
    const { transports = [] } = registration.response;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, transports };
  });
}

/** Resolves to the new counter of a passkey, or to the fault of its signature. */
export async function verifyAssertion(
  { rpId, origin }: PasskeySite,
  challenge: string,
  { credentialId, publicKey, counter }: Passkey,
  assertion: Assertion,
): Promise<number | Error> {
  const { verifyAuthenticationResponse } = await library();
  return await orWrong(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response: withoutAbsent(assertion.response), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    });
    if (!verified) throw new Error('the signature does not match the key of this passkey');
    return authenticationInfo.newCounter;
  });
}

/** Loads the library with the first passkey: most processes never need it. */
function library() {
  return import('@simplewebauthn/server');
}

/**
 * Refuses certificates in an attestation. None were requested, and browsers send only the passkey's own signature. The library would fetch
 * addresses that the certificates name (D37).
 */
async function refuseCertificates({ response }: Registration): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  if (format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)) return;
  throw new Error(`attestation format ${format} was not requested`);
}

/** Returns the library's error as a value: it throws for faults of the browser's data, which are the caller's faults. */
async function orWrong<T>(check: () => Promise<T>): Promise<T | Error> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Removes undefined fields, which the library's types do not allow. */
function withoutAbsent<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}
