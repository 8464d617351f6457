import type { Tables } from '../schema.ts';

/** What the target makes itself: calls of the last minute, and what is made behind the log. */
export type MadeTable = 'callSlots' | 'activitySums' | 'activityItems' | 'activityPosition';
/** A table that is copied, and one of its rows by property. */
export type TableName = Exclude<keyof Tables, MadeTable>;
export type TableRow = Record<string, unknown>;
