import type { ConnectionAccount, ConnectionSummary, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';

export const accountState = z.enum(['connected', 'ended', 'none']);

export type AccountState = z.output<typeof accountState>;

/** Accounts that a person's calls use: their own at each connection, and those of the organization. */
export type UsedAccounts = readonly Pick<ConnectionAccount, 'connectionId' | 'personId' | 'status'>[];

export function* usedAccounts({ store, viewer }: Pick<ToolContext, 'store' | 'viewer'>): Op<UsedAccounts> {
  return yield* store.connectionAccounts.usedBy(viewer.orgId, viewer.personId);
}

export function stateOf(account: Pick<ConnectionAccount, 'status'> | undefined): AccountState {
  if (!account) return 'none';
  return account.status === 'active' ? 'connected' : 'ended';
}

/** Fields about a connection's accounts, for a person. */
export function accountFields({ id, config }: ConnectionSummary, used: UsedAccounts) {
  const accounts = signInOf(config)?.accounts ?? null;
  if (accounts === null) return { accounts, mine: null };
  const isUsed = ({ connectionId, personId }: UsedAccounts[number]) =>
    connectionId === id && (personId === '') === (accounts === 'organization');
  return { accounts, mine: stateOf(used.find(isUsed)) };
}
