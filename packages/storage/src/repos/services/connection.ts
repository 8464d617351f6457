import type { Query } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A connected service as stored, without secrets. */
export type Connection = Tables['connections']['$inferSelect'];

/** Number of its usable tools, of held ones among them, and of switched-off ones. */
export type ConnectionSummary = Connection & { toolsCount: number; heldCount: number; offCount: number };

export type ConnectionRevision = Pick<Connection, 'orgId' | 'id' | 'revision'>;

/** Health of a connection, with its beginning. */
export type ConnectionState = Omit<Tables['connectionStates']['$inferSelect'], 'orgId' | 'connectionId'>;

/** Finds one for any caller. */
export type ConnectionById = Query<Connection[]>;
