import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Connection, definitionHash, type Op, type Store } from '@gatehouse/storage';
import type { ServiceEvents, ServiceTarget, ToolDefinition } from '../../kernel/ports/service-port.ts';
import { applyCatalogue, applyTools, isKnown, knownOf } from './catalogue.ts';

/** Maximum tools written in one background transaction: some milliseconds of the only writer. */
const toolsAtOnce = 100;
/** Time for comparing definitions before others have their turn, in milliseconds. */
const compareMs = 5;

/** Stores the findings of connectors. */
export function recordServiceEvents(store: Store, clock: () => number = Date.now): ServiceEvents {
  /** Applies a change to a connection if it is still at the revision that was asked. Returns false otherwise. */
  const whileSame = (target: ServiceTarget, change: (connection: Connection) => Op<unknown>): Promise<boolean> =>
    store.perform(
      function* () {
        const connection = yield* store.connections.findForChange(target.orgId, target.connectionId);
        if (connection?.revision !== target.revision) return false;
        yield* change(connection);
        return true;
      },
      { changes: true },
    );

  return {
    async catalogue(target, catalogue) {
      const listedBy = target.account?.personId;
      const { changed, hashOf } = await compare(store, target, catalogue.tools);
      while (changed.length > toolsAtOnce) {
        const some = changed.splice(0, toolsAtOnce);
        if (!(await whileSame(target, (connection) => applyTools(store, connection, some, clock(), { listedBy, hashOf })))) return;
      }
      await whileSame(target, (connection) => applyCatalogue(store, connection, catalogue, clock(), { listedBy, hashOf }));
    },
    async health(target, status, note) {
      const found = { orgId: target.orgId, id: target.connectionId, revision: target.revision };
      await store.perform(() => store.connections.noteHealth(found, { at: clock(), status, note }), { changes: true });
    },
    async isCurrent({ orgId, connectionId, updatedAt }) {
      const connection = await store.read(() => store.connections.findForChange(orgId, connectionId));
      return connection !== undefined && connection.status !== 'paused' && connection.updatedAt === updatedAt;
    },
  };
}

interface Compared {
  /** Tools of a listing that differ from the stored ones. */
  changed: ToolDefinition[];
  hashOf: (definition: ToolDefinition) => string;
}

async function compare(store: Store, { orgId, connectionId: id }: ServiceTarget, tools: readonly ToolDefinition[]): Promise<Compared> {
  const known = await store.read(() => knownOf(store, { orgId, id }));
  const hashes = new Map<ToolDefinition, string>();
  let began = performance.now();
  for (const definition of tools) {
    hashes.set(definition, definitionHash(definition));
    if (performance.now() - began < compareMs) continue;
    await nextTurn();
    began = performance.now();
  }
  const hashOf = (definition: ToolDefinition) => hashes.get(definition) ?? definitionHash(definition);
  // If a name occurs twice, the last definition counts.
  const listed = new Map(tools.map((definition) => [definition.name, definition]));
  return { changed: [...listed.values()].filter((definition) => !isKnown(known, definition, hashOf(definition))), hashOf };
}
