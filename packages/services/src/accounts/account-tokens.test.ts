import type { AccountTokens, SecretBox, ServiceTarget, TargetAccount } from '@gatehouse/core';
import { expect, it } from 'vitest';
import type { AuthorizationClient, AuthorizationProtocol } from '../authorization/protocol.ts';
import { createRedactor } from '../redact.ts';
import { createAccountTokens } from './account-tokens.ts';
import { readTokens, type SealedTokens } from './sealed-tokens.ts';

type Sealed = ReturnType<SecretBox['seal']>;

/** An account in a database that another process writes too. */
function openAccount(tokens: SealedTokens) {
  const stored: { revision: number; tokens: SealedTokens | undefined } = { revision: 1, tokens };
  const revoked: AccountTokens[] = [];
  const ended: string[] = [];
  const sealed = (value: SealedTokens) => ({ text: JSON.stringify(value) }) as unknown as Sealed;
  const account: TargetAccount = {
    id: 'acct_1',
    personId: 'person_1',
    read: async () => stored.tokens && { revision: stored.revision, sealed: sealed(stored.tokens) },
    claim: async () => ({ release: async () => {} }),
    async renewed(revision, given) {
      if (!stored.tokens || revision !== stored.revision) return false;
      stored.tokens = readTokens((given.sealed as unknown as { text: string }).text);
      stored.revision += 1;
      return true;
    },
    async ended(_revision, note) {
      ended.push(note);
      return true;
    },
    connectFirst: async () => new Error('connect first') as never,
  };
  /** What happens at the authorization server, and elsewhere meanwhile. */
  let whileRenewing = () => {};
  const protocol = {
    async refresh() {
      whileRenewing();
      return { accessToken: 'renewed', refreshToken: 'renewed refresh', expiresAt: Date.now() + 3_600_000 };
    },
    async revoke(_client: AuthorizationClient, given: AccountTokens) {
      revoked.push(given);
      return true;
    },
  } as Partial<AuthorizationProtocol> as AuthorizationProtocol;
  const source = createAccountTokens({
    target: { orgId: 'org_1', connectionId: 'conn_1' } as ServiceTarget,
    account,
    client: {} as AuthorizationClient,
    protocol,
    box: { open: ({ text }: { text: string }) => text, seal: (_place: object, text: string) => ({ text }) } as unknown as SecretBox,
    redactor: createRedactor([]),
    report: (error) => {
      throw error;
    },
  });
  return { stored, revoked, ended, source, meanwhile: (work: () => void) => void (whileRenewing = work) };
}

const over = { accessToken: 'old', refreshToken: 'old refresh', expiresAt: 1 };

it('takes no tokens back that it renewed while another process stored newer ones', async () => {
  const { stored, revoked, source, meanwhile } = openAccount(over);
  meanwhile(() => {
    stored.revision += 1;
    stored.tokens = { accessToken: 'newer', refreshToken: 'newer refresh' };
  });
  expect(await source.token()).toBe('newer');
  expect(revoked).toEqual([]);
});

it('takes tokens back that it renewed while the account was disconnected', async () => {
  const { stored, revoked, source, meanwhile } = openAccount(over);
  meanwhile(() => {
    stored.tokens = undefined;
  });
  await expect(source.token()).rejects.toThrow('connect first');
  expect(revoked).toMatchObject([{ accessToken: 'renewed' }]);
});

it.each([
  [999, 0],
  [1000, 1],
  [1001, 1],
])('ends an account whose token, given at %i, is refused to a request that began at 1000: %i', async (since, times) => {
  const { ended, source } = openAccount({ accessToken: 'token', refreshToken: 'refresh', since });
  await source.refused('token', 1000).catch(() => {});
  expect(ended).toHaveLength(times);
});
