import type { Entrance } from '@gatehouse/domain';
import type { Tables } from '../../schema/schema.ts';

/** One answered call (D14). */
export type Activity = Tables['activity']['$inferSelect'];
export type NewActivity = Omit<Activity, 'id' | 'count' | 'foldedMinute'>;

export interface ActivityFilter {
  orgId: string;
  /** Rows before this one (descending), for paging back. */
  beforeId?: number | undefined;
  /** Rows from this one on (ascending), for reading a part of the log. */
  fromId?: number | undefined;
  /** Rows above a number and, if commits have another order, between two states of the log (ascending). See `follow`. */
  news?: { floor: number; since?: string; upTo?: string } | undefined;
  /** Rows up to this one. */
  throughId?: number | undefined;
  since?: number | undefined;
  until?: number | undefined;
  tool?: string | undefined;
  keyId?: string | undefined;
  personId?: string | undefined;
  agentId?: string | undefined;
  itemId?: string | undefined;
  outcome?: string | undefined;
  entrance?: Entrance | undefined;
  requestId?: string | undefined;
  limit: number;
}
