import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { createAuthorizationRecords, type Gateway, type NotedStep } from '@gatehouse/core';
import { isLoopbackHost, isObject, minuteMs } from '@gatehouse/domain';
import type { AuthorizationHandler, AuthorizationRequest } from '@gatehouse/entrance';
import type Provider from 'oidc-provider';
import { createAdapters } from './adapter.ts';
import { createAddressRate } from './address-rate.ts';
import { answerJson } from './answer-json.ts';
import { fetchClient, type GetDocument } from './client-documents.ts';
import { ClientMetadataError } from './client-metadata.ts';
import { scopes } from './client-quirks.ts';
import { type Diagnostics, stepOf } from './connect-steps.ts';
import { endGrant } from './end-grant.ts';
import { forwardRequest } from './forwarded-request.ts';
import { createProvider, renderError } from './provider.ts';
import { answerResourceMetadata } from './resource-metadata.ts';

export interface AuthorizationServerOptions {
  gateway: Gateway;
  /** Public origin of the gateway. */
  baseUrl: string;
  /**
   * Gets the documents that describe clients: at most 5 KiB each, in 5 s, without redirects, and not from private addresses. Undefined if
   * clients can only register themselves.
   */
  getDocument: GetDocument | undefined;
  /** Reports our own faults. */
  report: (error: unknown, requestId: string) => void;
  /** Receives each request of a client with its answer. The answer waits until it resolves. */
  note: (step: NotedStep, askedAt: number) => Promise<void>;
}

interface UnderWay extends Pick<AuthorizationRequest, 'address' | 'session'> {
  found: Diagnostics;
  isForToken: boolean;
  /** Documents of clients that this request has fetched. */
  documents: Map<string, ReturnType<GetDocument>>;
  /** Reports the request once. Never rejects. */
  tell: () => Promise<void>;
}

/** Maximum length of an address. The contents of a consent request are kept until it is answered. */
const maxAddress = 6000;
/** An answer of the protocol before it is sent. */
interface AnsweredContext {
  oidc?: { route: string };
  response: { get(header: string): string | undefined };
  remove(header: string): void;
  set(header: string, value: string): void;
  status: number;
  type: string;
  body: unknown;
}

/** Seeds are checked again after this time. */
const retentionMs = 5 * minuteMs;

/** OAuth 2.1 for MCP clients that sign in (D46). Its state is in the database, so that any process can answer any request. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share what it was opened with; to be divided
export function createAuthorizationServer({
  gateway,
  baseUrl,
  getDocument,
  report,
  note,
}: AuthorizationServerOptions): AuthorizationHandler {
  const { store, settings, clock } = gateway;
  const [issuer, resource] = [`${baseUrl}/oauth`, `${baseUrl}/mcp`];
  const records = createAuthorizationRecords({ store, settings, clock });
  const rate = createAddressRate({ calls: 300, windowMs: minuteMs, clock: Date.now });
  const underWay = new AsyncLocalStorage<UnderWay>();
  const recordDiagnostics = (found: Diagnostics) => void Object.assign(underWay.getStore()?.found ?? {}, found);
  const adapter = createAdapters({
    records,
    resource,
    clock,
    endGrant: (id) => endGrant(gateway, records, id),
    addressNow: () => underWay.getStore()?.address,
    onGrant: (grantId) => recordDiagnostics({ grantId }),
  });
  let made: { provider: Provider; at: number; seeds: string } | undefined;

  /** Fetches each document once per request, so that a slow or failed fetch is not repeated. */
  const getOnce: GetDocument = async (address) => {
    const documents = underWay.getStore()?.documents ?? new Map<string, ReturnType<GetDocument>>();
    const asked = documents.get(address) ?? keptDocument(getDocument, address);
    documents.set(address, asked);
    return await asked;
  };

  /** Returns the provider. It is created again after the keys are rotated, by this process or another. */
  async function current(): Promise<Provider> {
    const now = Date.now();
    if (made && now - made.at < retentionMs) return made.provider;
    const seeds = await records.seeds();
    const named = seeds.map((seed) => seed.toString('hex')).join();
    if (made?.seeds !== named) made = { provider: open(seeds), at: now, seeds: named };
    else made.at = now;
    return made.provider;
  }

  function open(seeds: Buffer[]): Provider {
    const provider = createProvider({
      issuer,
      resource,
      consentUrl(requestId) {
        recordDiagnostics({ requestId });
        return `${baseUrl}/app/allow/${requestId}`;
      },
      adapter,
      seeds,
      fetch: getDocument && fetchClient(getOnce, () => underWay.getStore()?.isForToken ?? false),
      clock,
      async accountOf() {
        const session = underWay.getStore()?.session;
        return session === undefined ? undefined : await records.accountOf(session);
      },
    });
    provider.use(async (context, next) => {
      const allowed = context.response.get('Access-Control-Allow-Origin');
      await next();
      const { clientId, clientName } = context.oidc?.client ?? {};
      if (clientId !== undefined) recordDiagnostics({ clientId, clientName });
      // Removes the library's own scope, which has no meaning here, and response modes that no client uses.
      if (context.oidc?.route === 'discovery')
        context.body = {
          ...(isObject(context.body) && context.body),
          scopes_supported: [...scopes, 'offline_access'],
          response_modes_supported: ['query'],
        };
      suppressErrorRedirect(context);
      if (context.oidc?.route === undefined && context.status === 404) {
        context.status = 404;
        context.body = { error: 'invalid_request', error_description: 'nothing exists at this address' };
      }
      const { found, tell } = underWay.getStore() ?? {};
      // Reports a refusal before it is answered, so that every answered refusal is in the log.
      if (found?.error !== undefined) await tell?.();
      // Every page may read metadata. Other routes are for pages of the origins that the operator lists, which the entrance has accepted.
      if (context.oidc?.route !== 'discovery' && context.oidc?.route !== 'jwks') allowOnly(context, allowed);
    });
    const refused = (_context: unknown, error: Error) => recordDiagnostics({ error: error.message, detail: detailOf(error) });
    provider.on('authorization.error', refused);
    provider.on('grant.error', refused);
    provider.on('registration_create.error', refused);
    provider.on('revocation.error', refused);
    provider.on('server_error', (_context, error) => {
      recordDiagnostics({ error: 'server_error' });
      report(error, '');
    });
    return provider;
  }

  /** Reports a request, with the account of its browser, if it came from one. */
  async function tell(request: AuthorizationRequest, found: Diagnostics, askedAt: number): Promise<void> {
    const step = stepOf(request, found);
    if (!step) return;
    const isBrowser = step.step === 'authorization' || step.step === 'return';
    const accountId = isBrowser && request.session !== undefined ? await records.accountOf(request.session) : undefined;
    await note({ ...step, ...(accountId !== undefined && { accountId }) }, askedAt);
  }

  return {
    async handle(request) {
      const found: Diagnostics = {};
      const askedAt = clock();
      let telling: Promise<void> | undefined;
      const tellOnce = () => {
        telling ??= tell(request, found, askedAt).catch((error: unknown) => report(error, request.requestId));
        return telling;
      };
      await answer(request, found, tellOnce);
      await tellOnce();
    },
  };

  async function answer(request: AuthorizationRequest, found: Diagnostics, tell: UnderWay['tell']): Promise<void> {
    const { incoming, outgoing, requestId, body, address, session } = request;
    outgoing.setHeader('X-Request-Id', requestId);
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    outgoing.setHeader('Cache-Control', 'no-store');
    if (incoming.url?.startsWith('/.well-known/oauth-protected-resource'))
      return answerResourceMetadata(incoming, outgoing, issuer, resource);
    const waitSeconds = rate.take(address);
    if (waitSeconds > 0) {
      found.error = 'temporarily_unavailable';
      outgoing.setHeader('Retry-After', waitSeconds);
      return answerJson(outgoing, 429, {
        error: 'temporarily_unavailable',
        error_description: `too many requests; try again in ${waitSeconds} s`,
      });
    }
    if ((incoming.url?.length ?? 0) > maxAddress) {
      found.error = 'invalid_request';
      return answerJson(outgoing, 400, {
        error: 'invalid_request',
        error_description: `a URL can have at most ${maxAddress} characters here`,
      });
    }
    const provider = await current();
    let forwarded: IncomingMessage;
    try {
      forwarded = forwardRequest(incoming, body, { baseUrl, resource });
    } catch (error) {
      if (!(error instanceof ClientMetadataError)) throw error;
      Object.assign(found, { error: 'invalid_redirect_uri', detail: error.message });
      answerJson(outgoing, 400, { error: 'invalid_redirect_uri', error_description: error.message });
      return;
    }
    const isForToken = incoming.url?.startsWith('/oauth/token') ?? false;
    await underWay.run({ address, session, found, isForToken, documents: new Map(), tell }, () => provider.callback()(forwarded, outgoing));
  }
}

/** Fetches a document and reads its text, so that the text can be read more than once. */
async function keptDocument(getDocument: GetDocument | undefined, address: string): ReturnType<GetDocument> {
  if (!getDocument) throw new Error('no documents are requested');
  const document = await getDocument(address);
  const text = await document.text();
  return { status: document.status, headers: document.headers, text: async () => text };
}

function detailOf(error: Error): string {
  return `${'error_detail' in error ? error.error_detail : 'error_description' in error ? error.error_description : ''}`;
}

/**
 * Stops redirects with errors of requests that no person has allowed yet. Anyone can register a client, so the gateway's address would
 * otherwise redirect browsers anywhere. Redirects to this machine are safe, and the program there gets the error.
 */
function suppressErrorRedirect(context: AnsweredContext): void {
  const place = context.oidc?.route === 'authorization' ? URL.parse(context.response.get('Location') ?? '') : null;
  const error = place && new URLSearchParams(place.search || place.hash.slice(1)).get('error');
  if (!place || !error || isLoopbackHost(place.hostname)) return;
  const why = new URLSearchParams(place.search || place.hash.slice(1)).get('error_description') ?? error;
  context.remove('Location');
  context.status = 400;
  context.type = 'text/plain';
  context.body = renderError(why);
}

/** Replaces the origin that the library allows. */
function allowOnly(context: AnsweredContext, origin: string | undefined): void {
  context.remove('Access-Control-Allow-Origin');
  if (origin) context.set('Access-Control-Allow-Origin', origin);
}
