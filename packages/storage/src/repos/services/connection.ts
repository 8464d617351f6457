import type { Query } from '../../engine.ts';
import type { Tables } from '../../schema.ts';

/** A connected service as it is stored: no secret is part of it. */
export type Connection = Tables['connections']['$inferSelect'];

/** How many of its tools can be used, how many of those are held, and how many a person has switched off. */
export type ConnectionSummary = Connection & { toolsCount: number; heldCount: number; offCount: number };

export type ConnectionRevision = Pick<Connection, 'orgId' | 'id' | 'revision'>;

/** How a connection did, from when on. */
export type ConnectionState = Omit<Tables['connectionStates']['$inferSelect'], 'orgId' | 'connectionId'>;

/** Finds one for any caller. */
export type ConnectionById = Query<Connection[]>;
