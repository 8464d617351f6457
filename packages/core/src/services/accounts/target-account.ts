import type { AccountReference, Connection, ConnectionAccount } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { TargetAccount } from '../../kernel/ports/service-target.ts';
import { type AsWhom, connectFirst } from './service-account.ts';

/**
 * Time that a process has to renew tokens before another one tries. It is longer than the time limit of a request to an authorization
 * server.
 */
const claimMs = 20_000;

/** Account of a stored connection, for a connector. */
export function targetAccount(
  { store, gateway, caller }: Pick<ToolContext, 'store' | 'gateway' | 'caller'>,
  { id, service, config }: Connection,
  account: ConnectionAccount,
): TargetAccount {
  const { orgId, connectionId, personId } = account;
  const reference: AccountReference = { orgId, connectionId, personId, id: account.id };
  // Lives as long as the account's open resources, so it holds nothing else of the call.
  const asWhom: AsWhom = { gateway: { settings: { consoleUrl: gateway.settings.consoleUrl } }, caller: { person: caller.person } };
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
