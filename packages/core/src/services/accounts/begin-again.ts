import type { Connection, Op, SealedSecret } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Removes accounts after the client or the address of the service has changed: old tokens do not work there, so people sign in again. */
export function* beginAgain({ store }: ToolContext, { orgId, id }: Pick<Connection, 'orgId' | 'id'>, secrets: SealedSecret[]): Op<void> {
  yield* store.connectionAccounts.removeOthers(orgId, id, null);
  yield* store.connections.removeSecret(orgId, id, 'clientSecret');
  for (const secret of secrets) yield* store.connections.putSecret(secret);
}
