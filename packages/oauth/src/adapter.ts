import {
  type AuthorizationRecords,
  addressOfRequest,
  type ClientRequest,
  type ClientRequestOutcome,
  createFixedWindowCounter,
  grantId,
  type SecretModel,
} from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { scopes } from './client-quirks.ts';

export interface AdapterOptions {
  records: AuthorizationRecords;
  /** Resource for which access tokens are issued. */
  resource: string;
  clock: () => number;
  /** Ends a grant, with everything open for it. */
  endGrant: (grantId: string) => Promise<void>;
  /** Client address of the current request. Undefined if it does not identify a client. */
  addressNow: () => string | undefined;
  /** Receives the grant of a code or a token. */
  onGrant: (grantId: string) => void;
}

/** Names of oidc-provider for the models whose rows are found by a secret. */
const models: Record<string, SecretModel> = {
  Interaction: 'request',
  AuthorizationCode: 'code',
  AccessToken: 'access_token',
  RefreshToken: 'refresh_token',
};

/** Maximum renewals of one grant in ten minutes, per process: rows of renewed tokens are kept for the lifetime of the token. */
const maxRenewals = 60;
const renewalMs = 10 * minuteMs;

/** Adapter for models that are not stored. */
const forgetful: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

/**
 * Stores oidc-provider's models in the store's records. The library's own sessions are not stored, because the console signs browsers in.
 */
export function createAdapters(options: AdapterOptions): (model: string) => Adapter {
  const renewals = createFixedWindowCounter({ windowMs: renewalMs, now: options.clock });

  /** Counts a renewal before the token is consumed, so that a refused client can use the token again later. */
  function takeRenewal(grantId: unknown): void {
    if (renewals.add(`${grantId}`, 1) > maxRenewals)
      throw new errors.TemporarilyUnavailable(`this grant was renewed ${maxRenewals} times; try again in ${renewals.secondsLeft} s`);
  }

  return (name) => {
    const model = models[name];
    if (model) return recordAdapter(model, options, takeRenewal);
    if (name === 'Grant') return grantAdapter(options);
    return name === 'Client' ? clientAdapter(options) : forgetful;
  };
}

function recordAdapter(
  model: SecretModel,
  { records, clock, onGrant, addressNow }: AdapterOptions,
  takeRenewal: (grantId: unknown) => void,
): Adapter {
  return {
    ...forgetful,
    async upsert(id, { jti: _secret, session: _session, ...payload }, expiresIn = 0) {
      const kept = model === 'request' ? requestPayload(id, payload) : payload;
      const record = { payload: kept, expiresAt: clock() + expiresIn * 1000, grantId: payload.grantId, from: addressNow() };
      if (!(await records.keep(model, id, record)))
        throw new errors.TemporarilyUnavailable('too many clients are waiting for consent; try again in a few minutes');
    },
    async find(id) {
      const found = await records.find(model, id);
      if (!found) return undefined;
      const { payload, consumedAt } = found;
      if (typeof payload.grantId === 'string') onGrant(payload.grantId);
      const consumed = consumedAt === undefined ? {} : { consumed: Math.floor(consumedAt / 1000) };
      return { ...payload, ...(model === 'request' && requestFields(id, payload)), ...consumed, jti: id };
    },
    async consume(id) {
      if (model === 'refresh_token') takeRenewal((await records.find(model, id))?.payload.grantId);
      if (!(await records.consume(model, id))) throw new errors.InvalidGrant('it was already used');
    },
    // A token is revoked with its grant, in one transaction, so nothing is removed before it.
    destroy: async (id) => (model === 'request' ? await records.remove(model, id) : undefined),
  };
}

/**
 * Payload of a request, with the details for the consent page in our own words. The identifier, which opens the request, is cut from the
 * end of the return address.
 */
function requestPayload(id: string, { returnTo = '', ...payload }: AdapterPayload) {
  const { prompt, params } = payload;
  const continueAt = returnTo.endsWith(id) ? returnTo.slice(0, -id.length) : returnTo;
  return { ...payload, request: { ...prompt?.details, redirectUri: params?.redirect_uri, continueAt } };
}

function requestFields(id: string, payload: Record<string, unknown>) {
  const { continueAt } = payload.request as ClientRequest & { continueAt: string };
  return { ...resultOf(payload), returnTo: addressOfRequest(continueAt, id) };
}

/** Result of the person's answer, in the form of oidc-provider. */
function resultOf({ request }: Record<string, unknown>): Pick<AdapterPayload, 'result'> {
  const { outcome } = request as { outcome?: ClientRequestOutcome };
  if (!outcome) return {};
  if ('refused' in outcome)
    return { result: { error: 'access_denied', error_description: 'the person refused the request of the client' } };
  const { accountId, orgId, keyId } = outcome;
  return { result: { login: { accountId, remember: false }, consent: { grantId: grantId(orgId, keyId) } } };
}

/** Stores grants as the rows of their keys. A grant exists as long as its key is valid. // D46 */
function grantAdapter({ records, resource, clock, endGrant }: AdapterOptions): Adapter {
  return {
    ...forgetful,
    async find(id) {
      const grant = await records.findGrant(id);
      if (!grant) return undefined;
      const { clientId, accountId, access, createdAt, expiresAt } = grant;
      const scope = access === 'write' ? scopes.join(' ') : scopes[0];
      const now = Math.floor(Date.now() / 1000);
      const exp = expiresAt === null ? now + 10 * 365 * 24 * 3600 : now + Math.ceil((expiresAt - clock()) / 1000);
      const openid = { scope: `${scope} offline_access` };
      return {
        kind: 'Grant',
        jti: id,
        iat: Math.floor(createdAt / 1000),
        exp,
        clientId,
        accountId,
        openid,
        resources: { [resource]: scope },
      };
    },
    destroy: endGrant,
  };
}

function clientAdapter({ records, addressNow }: AdapterOptions): Adapter {
  return {
    ...forgetful,
    async upsert(id, metadata) {
      if (await records.register(id, { ...metadata }, addressNow())) return;
      throw new errors.TemporarilyUnavailable('too many clients are registered and wait for consent; try again in an hour');
    },
    find: async (id) => (id.startsWith('client_') ? ((await records.findClient(id))?.metadata as AdapterPayload | undefined) : undefined),
  };
}
