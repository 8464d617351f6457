import type { Store } from '@gatehouse/storage';
import { applyCatalogue } from './catalogue.ts';
import type { ServiceEvents } from './port.ts';

/** Writes what connectors find out into the store. */
export function recordServiceEvents(store: Store, clock: () => number = Date.now): ServiceEvents {
  return {
    async catalogue(target, catalogue) {
      await store.perform(
        function* () {
          const connection = yield* store.connections.findForChange(target.orgId, target.connectionId);
          if (connection?.revision === target.revision) yield* applyCatalogue(store, connection, catalogue, clock());
        },
        { changes: true },
      );
    },
    async health(target, status, note) {
      const found = { orgId: target.orgId, id: target.connectionId, revision: target.revision };
      await store.perform(() => store.connections.noteHealth(found, status, note), { changes: false });
    },
  };
}
