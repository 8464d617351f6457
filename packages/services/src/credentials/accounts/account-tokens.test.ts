import type { AccountTokens, SecretBox, ServiceTarget, TargetAccount } from '@gatehouse/core';
import { describe, expect, it, vi } from 'vitest';
import { createRedactor } from '../../kernel/redact.ts';
import { AccountEnded, type AuthorizationClient, type AuthorizationProtocol } from '../authorization/protocol.ts';
import { createAccountTokens } from './account-tokens.ts';
import { readTokens, type SealedTokens } from './sealed-tokens.ts';

type Sealed = ReturnType<SecretBox['seal']>;

/** An account in a database that another process writes too. */
function openAccount(tokens: SealedTokens) {
  const stored: { revision: number; tokens: SealedTokens | undefined } = { revision: 1, tokens };
  const revoked: AccountTokens[] = [];
  const ended: string[] = [];
  const released: string[] = [];
  const asked: string[] = [];
  let isClaimed = () => false;
  let isAway = () => false;
  let reads = 0;
  const sealed = (value: SealedTokens) => ({ text: JSON.stringify(value) }) as unknown as Sealed;
  const account: TargetAccount = {
    id: 'acct_1',
    personId: 'person_1',
    async read() {
      reads += 1;
      return stored.tokens && { revision: stored.revision, sealed: sealed(stored.tokens) };
    },
    claim: async () => (isClaimed() ? undefined : { release: async () => void released.push('released') }),
    async renewed(revision, given) {
      if (isAway()) throw new Error('the database is away');
      if (!stored.tokens || revision !== stored.revision) return false;
      stored.tokens = readTokens((given.sealed as unknown as { text: string }).text);
      stored.revision += 1;
      return true;
    },
    async ended(revision, note) {
      if (revision !== stored.revision) return false;
      ended.push(note);
      return true;
    },
    connectFirst: async () => new Error('connect first') as never,
  };
  /** Runs while the authorization server renews the tokens. */
  let whileRenewing = () => {};
  let given: () => Partial<AccountTokens> = () => ({ refreshToken: 'renewed refresh' });
  const protocol = {
    async refresh(_client: AuthorizationClient, refreshToken: string) {
      asked.push(refreshToken);
      whileRenewing();
      return { accessToken: 'renewed', expiresAt: Date.now() + 3_600_000, ...given() };
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
  return {
    stored,
    revoked,
    ended,
    released,
    asked,
    source,
    reads: () => reads,
    meanwhile: (work: () => void) => void (whileRenewing = work),
    gives: (answer: typeof given) => void (given = answer),
    /** Another process is renewing the tokens, as long as this says so. */
    claimedWhile: (is: () => boolean) => void (isClaimed = is),
    awayWhile: (is: () => boolean) => void (isAway = is),
  };
}

const over = { accessToken: 'old', refreshToken: 'old refresh', expiresAt: 1 };

it('does not revoke tokens that it renewed while another process stored newer ones', async () => {
  const { stored, revoked, source, meanwhile } = openAccount(over);
  meanwhile(() => {
    stored.revision += 1;
    stored.tokens = { accessToken: 'newer', refreshToken: 'newer refresh' };
  });
  expect(await source.token()).toBe('newer');
  expect(revoked).toEqual([]);
});

it('revokes tokens that it renewed while the account was disconnected', async () => {
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
])('ends an account whose token, issued at %i, is refused for a request that began at 1000: %i', async (since, times) => {
  const { ended, source } = openAccount({ accessToken: 'token', refreshToken: 'refresh', since });
  await source.refused('token', 1000).catch(() => {});
  expect(ended).toHaveLength(times);
});

describe('a token', () => {
  it('is read once while it is valid, and renewed once for many waiting calls', async () => {
    const { source, asked, reads } = openAccount(over);
    expect(await Promise.all([source.token(), source.token(), source.token()])).toEqual(['renewed', 'renewed', 'renewed']);
    expect([asked, reads()]).toEqual([['old refresh'], 1]);
    expect(await source.token()).toBe('renewed');
    expect([asked, reads()]).toEqual([['old refresh'], 1]);
  });

  it('is not used again if the service refused it, but a newer stored one is', async () => {
    const { stored, source, asked } = openAccount({ accessToken: 'first', refreshToken: 'refresh' });
    expect(await source.token()).toBe('first');
    stored.tokens = { accessToken: 'second', refreshToken: 'refresh' };
    expect(await source.refused('first', Date.now())).toBe(true);
    expect([await source.token(), asked]).toEqual(['second', []]);
    expect(await source.refused('second', Date.now())).toBe(true);
    expect([await source.token(), asked]).toEqual(['renewed', ['refresh']]);
  });

  it('is renewed with the previous refresh token if the service issues no new one', async () => {
    const { stored, source, gives } = openAccount({ ...over, scope: 'notes' });
    gives(() => ({ refreshToken: undefined, scope: undefined }));
    await source.token();
    expect(stored.tokens).toMatchObject({ accessToken: 'renewed', refreshToken: 'old refresh', scope: 'notes', since: expect.any(Number) });
  });

  it('is awaited while another process renews it', async () => {
    const { stored, source, asked, claimedWhile } = openAccount(over);
    let looks = 0;
    claimedWhile(() => {
      looks += 1;
      if (looks === 2) stored.tokens = { accessToken: 'of the other process', refreshToken: 'r' };
      return true;
    });
    expect([await source.token(), asked]).toEqual(['of the other process', []]);
  });

  it('is awaited for at most half a minute', async () => {
    const { source, claimedWhile } = openAccount(over);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(now);
    clock.mockReturnValue(now + 30_000);
    let looks = 0;
    claimedWhile(() => {
      looks += 1;
      if (looks === 2) clock.mockReturnValue(now + 30_001);
      return true;
    });
    await expect(source.token())
      .rejects.toThrow('takes too long')
      .finally(() => clock.mockRestore());
    expect(looks).toBe(2);
  });

  it('is stored before the next renewal if it arrived during a database outage', async () => {
    const { stored, source, asked, awayWhile } = openAccount(over);
    let isAway = true;
    awayWhile(() => isAway);
    await expect(source.token()).rejects.toThrow('the database is away');
    isAway = false;
    expect(await source.token()).toBe('renewed');
    expect([asked, stored.tokens?.accessToken]).toEqual([['old refresh'], 'renewed']);
  });
});

describe('an account ends', () => {
  it('if its token cannot be renewed', async () => {
    const { source, ended, asked } = openAccount({ accessToken: 'old', expiresAt: 1 });
    await expect(source.token()).rejects.toThrow('connect first');
    expect([ended, asked]).toEqual([['the service issued no refresh token'], []]);
  });

  it('if the service says so, but not if the service is unavailable, and then others may try', async () => {
    const { source, ended, released, gives } = openAccount(over);
    gives(() => {
      throw new Error('it does not answer');
    });
    await expect(source.token()).rejects.toThrow('it does not answer');
    expect([ended, released]).toEqual([[], ['released']]);
    gives(() => {
      throw new AccountEnded('invalid_grant');
    });
    await expect(source.token()).rejects.toThrow('connect first');
    expect([ended, released]).toEqual([['invalid_grant'], ['released']]);
  });

  it('only with the tokens that it had then, and not with newer ones', async () => {
    const { stored, source, ended, gives } = openAccount(over);
    gives(() => {
      stored.revision += 1;
      stored.tokens = { accessToken: 'newer', refreshToken: 'newer refresh' };
      throw new AccountEnded('invalid_grant');
    });
    expect([await source.token(), ended]).toEqual(['newer', []]);
  });
});
