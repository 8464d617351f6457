import { createHmac } from 'node:crypto';
import { companySignInMs, durationWords } from '@gatehouse/domain';
import type { CompanySignIn, Op } from '@gatehouse/storage';
import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import type { CompanyPort, CompanyRequest } from '../../kernel/ports/company-port.ts';
import { hashSecret, makeSecret } from '../secrets/secret.ts';
import { browserOf } from '../sessions/open-session.ts';

/** Purpose of a company sign-in: linking to an account, accepting a link, or with neither, signing in. */
export type Purpose = Pick<CompanySignIn, 'accountId' | 'linkId'>;

/** Returns access to the company's sign-in. Throws `no_company_sign_in` if none is set up. */
export function requireCompany({ ports: { company } }: Pick<OutsideContext, 'ports'>): CompanyPort {
  return company ?? refuseCompany();
}

function refuseCompany(): never {
  throw refusal('no_company_sign_in', 'this gateway has no company sign-in; sign in with your password');
}

/** Requires a claim with the groups of people. Throws `no_company_sign_in` without it. // D77.2 */
export function requireGroupsClaim({ gateway: { company } }: Pick<ToolContext, 'gateway'>): void {
  if ((company ?? refuseCompany()).groupsClaim === undefined)
    throw refusal(
      'no_company_sign_in',
      'this gateway reads no groups from company sign-in; the operator can set GATEHOUSE_OIDC_GROUPS_CLAIM',
    );
}

/** A new sign-in. */
export interface NewSignIn {
  /** Secret of the browser. It is shared by all its company sign-ins, in several tabs. */
  secret: string;
  request: CompanyRequest;
}

/** Creates a sign-in for the browser of this call. Its nonce and verifier are derived from the browser's secret and the state. */
export function makeSignIn(context: ToolContext): NewSignIn {
  const known = context.caller.visit?.company;
  const secret = known !== undefined && /^[\w-]{43}$/.test(known) ? known : makeSecret();
  return { secret, request: requestOf(context, secret, makeSecret()) };
}

/** Stores a sign-in until the browser comes back. The database has only hashes. */
export function* keepSignIn(context: ToolContext, purpose: Purpose, { secret, request }: NewSignIn): Op<void> {
  const { store, now } = context;
  const hashes = { hash: hashSecret(request.state), browser: hashSecret(secret) };
  yield* store.companySignIns.create({ ...purpose, ...hashes, id: newId('signin', now), createdAt: now, expiresAt: now + companySignInMs });
  browserOf(context).company = secret;
}

/** Takes the sign-in that this browser has begun. If several requests come with one state, the first takes it. */
export function* takeSignIn(context: ToolContext, state: string): Op<CompanySignIn & { request: CompanyRequest }> {
  const { store, caller, now } = context;
  const secret = caller.visit?.company;
  const found = secret === undefined ? undefined : yield* store.companySignIns.take(hashSecret(state), hashSecret(secret));
  if (!found || secret === undefined)
    throw companyFailed(
      `it was not started in this browser at ${context.gateway.settings.consoleUrl}, or is already finished; open that address and sign in again`,
    );
  if (found.expiresAt <= now) throw companyFailed(`it took longer than ${durationWords(companySignInMs)}; sign in again`);
  return { ...found, request: requestOf(context, secret, state) };
}

export function companyFailed(why: string) {
  return refusal('company_sign_in_failed', `company sign-in failed: ${why}`);
}

function requestOf({ gateway }: ToolContext, secret: string, state: string): CompanyRequest {
  const derive = (what: string) => createHmac('sha256', secret).update(`gatehouse company ${what}\0`).update(state).digest('base64url');
  return {
    redirectUri: `${gateway.settings.consoleUrl}/app/company/callback`,
    state,
    nonce: derive('nonce'),
    verifier: derive('verifier'),
  };
}
