import { setTimeout as wait } from 'node:timers/promises';
import { type AccountTokens, accountField, GatewayError, type SecretBox, type ServiceTarget, type TargetAccount } from '@gatehouse/core';
import { needsAccount, ServiceFailure } from '../../kernel/failure.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { AccountEnded, type AuthorizationClient, type AuthorizationProtocol } from '../authorization/protocol.ts';
import { isOver, readTokens, type SealedTokens, writeTokens } from './sealed-tokens.ts';

/** The access token of one account, renewed when necessary. */
export interface AccountTokenSource {
  /** A token that is not known to be refused or expired. Rejects with the error to answer the call with. */
  token(): Promise<string>;
  /**
   * Reports that the service refused this token. True if another token exists or may exist. If this token was issued after the request
   * began, the account has ended. Rejects with the error to answer the call with.
   */
  refused(token: string, began: number): Promise<boolean>;
}

export interface AccountTokenOptions {
  target: ServiceTarget;
  account: TargetAccount;
  client: AuthorizationClient;
  protocol: AuthorizationProtocol;
  box: SecretBox;
  redactor: Redactor;
  /** Reports faults that no caller waits for. */
  report(error: unknown): void;
}

/** Time limit of a request to the authorization server. A claim blocks other renewals for longer. */
const renewMs = 15_000;
/** Maximum wait for another process that renews the same tokens. */
const patienceMs = 30_000;
const lookAgainMs = 100;

/**
 * Reads tokens from the store. One process at a time renews them, because a refresh token may work only once. New tokens are stored before
 * use, so that a process that ends does not lose them. If several calls wait in this process, the first renews for all.
 */
export function createAccountTokens(options: AccountTokenOptions): AccountTokenSource {
  const { target, account, client, protocol, box, redactor, report } = options;
  let known: Current | undefined;
  let refusedToken: string | undefined;
  let finding: Promise<string> | undefined;
  /** Renewed tokens that are not stored yet, because the database was unavailable. The previous tokens are no longer valid. */
  let unstored: Current | undefined;

  const isGood = ({ tokens }: Current) => tokens.accessToken !== refusedToken && !isOver(tokens);

  async function find(): Promise<string> {
    for (const until = Date.now() + patienceMs; ; await wait(lookAgainMs)) {
      if (unstored && !(await store(unstored))) continue;
      const stored = await read();
      if (isGood(stored)) return use(stored);
      const renewed = await renew(stored);
      if (renewed) return use(renewed);
      if (Date.now() > until)
        throw new ServiceFailure('timeout', 'has a token refresh by another call that takes too long; call again in a minute');
    }
  }

  async function read(): Promise<Current> {
    const stored = await account.read();
    if (!stored) throw await account.connectFirst();
    const tokens = readTokens(box.open(stored.sealed));
    learn(tokens);
    return { revision: stored.revision, tokens };
  }

  /** Undefined if another process has renewed the tokens or is renewing them. */
  async function renew(stored: Current): Promise<Current | undefined> {
    const { refreshToken } = stored.tokens;
    if (refreshToken === undefined) return await end(stored, 'the service issued no refresh token');
    const claim = await account.claim(stored.revision);
    if (!claim) return undefined;
    let given: AccountTokens;
    try {
      given = await protocol.refresh(client, refreshToken, AbortSignal.timeout(renewMs));
    } catch (error) {
      if (error instanceof AccountEnded) return await end(stored, error.message);
      await claim.release();
      throw error;
    }
    const { label: _label, ...tokens } = { ...stored.tokens, ...withoutUndefined(given) };
    const renewed = { revision: stored.revision, tokens: { ...tokens, expiresAt: given.expiresAt, since: Date.now() } };
    learn(renewed.tokens);
    return (await store(renewed)) ? { ...renewed, revision: renewed.revision + 1 } : undefined;
  }

  /** False if the stored tokens have changed. If the account was disconnected meanwhile, the new tokens are revoked. */
  async function store(renewed: Current): Promise<boolean> {
    const { revision, tokens } = renewed;
    const { orgId, connectionId } = target;
    unstored = renewed;
    const sealed = box.seal({ orgId, connectionId, field: accountField(account.personId) }, writeTokens(tokens));
    const isStored = await account.renewed(revision, { sealed, expiresAt: tokens.expiresAt, scope: tokens.scope });
    unstored = undefined;
    if (!isStored && !(await account.read())) protocol.revoke(client, tokens, AbortSignal.timeout(renewMs)).catch(report);
    return isStored;
  }

  /** Undefined if other tokens are stored by now. */
  async function end({ revision }: Current, note: string): Promise<undefined> {
    if (await account.ended(revision, note)) throw await account.connectFirst();
    return undefined;
  }

  function use(found: Current): string {
    known = found;
    return found.tokens.accessToken;
  }

  /** Makes the redactor remove these tokens from the service's output. */
  function learn({ accessToken, refreshToken }: SealedTokens): void {
    redactor.learn(accessToken);
    if (refreshToken !== undefined) redactor.learn(refreshToken);
  }

  return {
    async token() {
      if (known && isGood(known)) return known.tokens.accessToken;
      finding ??= answered(find()).finally(() => {
        finding = undefined;
      });
      return await finding;
    },
    refused: async (token, began) =>
      await answered(
        (async () => {
          refusedToken = token;
          const stored = await read();
          const isNew = stored.tokens.accessToken === token && (stored.tokens.since ?? 0) >= began;
          if (isNew) await end(stored, 'the service refuses a token that it has just issued');
          return true;
        })(),
      ),
  };
}

/** Wraps a GatewayError, so that clients pass it to the caller as they pass a failure of the service. */
async function answered<Value>(work: Promise<Value>): Promise<Value> {
  return await work.catch((error) => {
    throw error instanceof GatewayError ? needsAccount(error) : error;
  });
}

interface Current {
  revision: number;
  tokens: SealedTokens;
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Value;
}
