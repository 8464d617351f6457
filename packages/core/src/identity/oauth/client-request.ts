import { type AccessLevel, keySearches } from '@gatehouse/domain';
import type { OauthRecord, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { time } from '../../kernel/schema/schema.ts';
import { releaseFromStranger } from '../../kernel/strangers/keep-for-stranger.ts';
import { type ConnectStep, keepStep, requestTag } from '../oauth-diagnostics/connect-step.ts';
import { hashSecret } from '../secrets/secret.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { searchOfClient } from './search-of-client.ts';

/** Request of a client that waits for consent (D46). */
export interface ClientRequest {
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** Requested access. The consenting person may grant less. */
  access: AccessLevel;
  /** Outcome of the request. */
  outcome?: ClientRequestOutcome;
}

/** Maximum length of a client's name: that of an agent, with room for a number after it. */
export const maxClientName = 76;

export type ClientRequestOutcome = { refused: true } | { accountId: string; orgId: string; keyId: string; access: AccessLevel };

/** Identifier of the request, in the address of the consent page. */
export const requestId = z.string().min(16).max(64).describe('from the URL of the page that the client opened');

/** Finds a request that is not answered yet. */
export function* findClientRequest(context: ToolContext, id: string): Op<{ record: OauthRecord; request: ClientRequest }> {
  const record = yield* context.store.oauthRecords.find('request', hashSecret(id));
  if (!record || record.expiresAt <= context.now)
    throw refusal('link_not_good', 'this sign-in is unknown or has expired; start again in the client');
  const request = requestOf(record);
  if (request.outcome) throw refusal('link_not_good', 'this sign-in was already answered; start again in the client');
  return { record, request };
}

/** Marks a request as seen by a signed-in person. It and its client are no longer removed to make room for strangers. */
export function* openClientRequest({ store }: ToolContext, { id, payload }: Pick<OauthRecord, 'id' | 'payload'>): Op<void> {
  yield* releaseFromStranger(store, id);
  yield* releaseFromStranger(store, requestOf({ payload }).clientId);
}

export function* answerClientRequest(
  context: ToolContext,
  requestId: string,
  { id, payload }: OauthRecord,
  outcome: ClientRequestOutcome,
): Op<{ continueAt: string }> {
  const { store } = context;
  const request = requestOf({ payload });
  yield* noteConsent(context, requestId, request, outcome);
  yield* openClientRequest(context, { id, payload });
  yield* store.oauthRecords.setPayload(id, { ...payload, request: { ...request, outcome } });
  return { continueAt: addressOfRequest(request.continueAt, requestId) };
}

/** Records the consent as a step of the client, in addition to its row of the log. */
function* noteConsent(
  context: ToolContext,
  requestId: string,
  { clientId, clientName, access }: ClientRequest,
  outcome: ClientRequestOutcome,
): Op<void> {
  const isRefused = 'refused' in outcome;
  const step: ConnectStep = {
    step: 'consent',
    status: isRefused ? 403 : 200,
    request: requestTag(requestId),
    clientId,
    clientName,
    accountId: sessionOf(context).accountId,
    ...(!isRefused && { orgId: outcome.orgId, keyId: outcome.keyId }),
    asked: { access },
    answered: isRefused ? { error: 'access_denied', detail: 'the person refused' } : { access: outcome.access },
  };
  yield* keepStep(context.store, step, context.now);
}

/** Address where the browser continues. The stored part lacks the identifier that opens the request; older versions stored it too. */
export function addressOfRequest(continueAt: string, requestId: string): string {
  return continueAt.endsWith(requestId) ? continueAt : `${continueAt}${requestId}`;
}

/** Reads the request, which the authorization server stored when it began to wait. */
function requestOf({ payload }: Pick<OauthRecord, 'payload'>): ClientRequest & { continueAt: string } {
  return payload.request as ClientRequest & { continueAt: string };
}

export const answeredShape = z.object({ continueAt: z.string().describe('URL where the browser continues to return to the client') });

export const clientRequestShape = z.object({
  clientName: z.string().describe('name that the client reports'),
  clientHost: z.string().nullable().describe('host that publishes the description of the client; null if the client only describes itself'),
  redirectTo: z.string().describe('target of the redirect: a host, or the URL scheme of a program'),
  access: z.enum(['read', 'write']).describe('requested access level'),
  search: z.enum(keySearches).describe('search mode for calls that do not specify one'),
  expiresAt: time,
});

export function clientRequestFields({ expiresAt }: OauthRecord, request: ClientRequest): z.input<typeof clientRequestShape> {
  const { clientId, clientName, redirectUri, access } = request;
  const { protocol, host } = new URL(redirectUri);
  const redirectTo = /^https?:$/.test(protocol) ? host : `${protocol}//`;
  const search = searchOfClient(redirectUri);
  return { clientName, clientHost: URL.parse(clientId)?.host ?? null, redirectTo, access, search, expiresAt };
}
