import type { AccountReference, Connection, ConnectionAccount } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { TargetAccount } from '../../kernel/ports/service-target.ts';
import { type AsWhom, connectFirst } from './service-account.ts';

/** How long a process may renew tokens before another one tries: longer than a request to an authorization server may take. */
const claimMs = 20_000;

/** What a connector may do with an account of a stored connection. */
export function targetAccount(
  { store, settings, caller }: Pick<ToolContext, 'store' | 'settings' | 'caller'>,
  { id, service, config }: Connection,
  account: ConnectionAccount,
): TargetAccount {
  const { orgId, connectionId, personId } = account;
  const reference: AccountReference = { orgId, connectionId, personId, id: account.id };
  // Lives as long as what is kept open for the account: nothing else of the call stays with it.
  const asWhom: AsWhom = { settings: { consoleUrl: settings.consoleUrl }, caller: { person: caller.person } };
  return {
    id: account.id,
    personId,
    async read() {
      const found = await store.read(() => store.connectionAccounts.tokens(reference));
      return found && { revision: found.account.revision, sealed: found.sealed };
    },
    async claim(revision) {
      const claimedAt = Date.now();
      const claim = { claimedAt, over: claimedAt - claimMs };
      if (!(await store.perform(() => store.connectionAccounts.claim(reference, revision, claim), { changes: true }))) return undefined;
      return {
        release: () => store.perform(() => store.connectionAccounts.release(reference, revision, claimedAt), { changes: true }),
      };
    },
    renewed: (revision, { sealed, expiresAt = null, scope = null }) =>
      store.perform(() => store.connectionAccounts.renew(reference, revision, { expiresAt, scope }, sealed), { changes: true }),
    ended: (revision, note) => store.perform(() => store.connectionAccounts.end(reference, revision, note), { changes: true }),
    async connectFirst() {
      const now = await store.read(() => store.connectionAccounts.find(orgId, connectionId, personId));
      return connectFirst(asWhom, { id, service, config }, now?.note);
    },
  };
}
