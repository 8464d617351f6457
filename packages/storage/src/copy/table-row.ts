import type { Tables } from '../schema.ts';

/** A table that is copied, and one of its rows by property. */
export type TableName = Exclude<keyof Tables, 'callSlots'>;
export type TableRow = Record<string, unknown>;
