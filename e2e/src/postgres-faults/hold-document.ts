import { ask } from '@gatehouse/storage';
import { type HttpAnswer, openConnection } from '../replicas/connection.ts';
import type { FaultyWorld } from './faulty-world.ts';

/** A document whose row is locked by another program. Each change of it waits until the lock is released. */
export interface HeldDocument {
  /** Makes a number of concurrent changes, each over its own connection. */
  appendMany(count: number): Promise<HttpAnswer[]>;
  release(): Promise<void>;
}

export async function holdDocument({ store, gateway }: FaultyWorld, docId: string): Promise<HeldDocument> {
  const [organization] = await store.read(() => store.organizations.list());
  const viewer = { orgId: organization?.id as string, personId: '', seesAll: true, limits: null, at: 0 };
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = store.perform(
    function* () {
      if (!(yield* store.items.visibleForChange(viewer, 'doc', docId))) throw new Error(`there is no document ${docId}`);
      locked.resolve();
      yield* ask(() => free.promise);
    },
    { changes: true },
  );
  await Promise.race([locked.promise, holding]);
  return {
    appendMany: (count) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          using connection = openConnection(gateway.url);
          return await connection.call('append_doc', { docId, text: `${index};` }, gateway.key);
        }),
      ),
    async release() {
      free.resolve();
      await holding;
    },
  };
}
