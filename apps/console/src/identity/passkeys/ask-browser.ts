import type { InputOf, OutputOf } from '../../kernel/calls/call.ts';
import { PasskeyFault } from './passkey-fault.ts';

// Loaded with the first use of a passkey, so that the first page stays small. // D52
const library = () => import('@simplewebauthn/browser');

/** Has the browser make a passkey. Rejects with a PasskeyFault. */
export async function makePasskey(options: OutputOf<'begin_passkey'>['options']): Promise<InputOf<'add_passkey'>['passkey']> {
  const { startRegistration } = await library();
  return await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw faultOf(error, options.rp.id);
  });
}

/** Has the browser sign with one of its passkeys for this gateway. Rejects with a PasskeyFault. */
export async function signWithPasskey(
  options: OutputOf<'begin_passkey_sign_in'>['options'],
): Promise<InputOf<'sign_in_passkey'>['passkey']> {
  const { startAuthentication } = await library();
  return await startAuthentication({ optionsJSON: options }).catch((error: unknown) => {
    throw faultOf(error, options.rpId);
  });
}

function faultOf(error: unknown, host: string): PasskeyFault {
  const { name, code } = error as Error & { code?: unknown };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return new PasskeyFault('This device already has a passkey for your account.', { cause: error });
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return new PasskeyFault(`Passkeys work only at ${host}. Open this page there.`, { cause: error });
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new PasskeyFault('No passkey was used. You may have canceled, or it took too long. Try again.', { cause: error });
  return new PasskeyFault("Your browser couldn't use a passkey. Try another browser or device.", { cause: error });
}
