import type { Connection, Op, SealedSecret } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** People sign in anew at a service that is reached as another client, or elsewhere: their tokens of before are good for nothing there. */
export function* beginAnew({ store }: ToolContext, { orgId, id }: Pick<Connection, 'orgId' | 'id'>, secrets: SealedSecret[]): Op<void> {
  yield* store.connectionAccounts.removeOthers(orgId, id, null);
  yield* store.connections.removeSecret(orgId, id, 'clientSecret');
  for (const secret of secrets) yield* store.connections.putSecret(secret);
}
