import type { InputOf } from '../calls/call.ts';
import type { LoggedCall } from '../calls/change-stream.ts';

export type ActivityRow = LoggedCall;

/** What the log can be narrowed to, as it stands in the address of the page. */
export interface ActivityFilters {
  entrance?: string;
  personId?: string;
  agentId?: string;
  keyId?: string;
  tool?: string;
  outcome?: string;
  itemId?: string;
  requestId?: string;
  since?: number;
  until?: number;
}

export const fields = ['entrance', 'personId', 'agentId', 'keyId', 'tool', 'outcome', 'itemId', 'requestId'] as const;
export type Field = (typeof fields)[number];

export const fieldNames: Record<Field, string> = {
  entrance: 'entrance',
  personId: 'person',
  agentId: 'agent',
  keyId: 'key',
  tool: 'tool',
  outcome: 'outcome',
  itemId: 'item',
  requestId: 'request',
};

/** Reads the address: what is no filter is left out, so that an old or a mistyped one still opens the page. */
export function readFilters(search: Record<string, unknown>): ActivityFilters {
  const texts = fields.flatMap((field) => (typeof search[field] === 'string' && search[field] !== '' ? [[field, search[field]]] : []));
  const times = ['since', 'until'].flatMap((name) => (Number.isInteger(search[name]) ? [[name, search[name]]] : []));
  return Object.fromEntries([...texts, ...times]);
}

export function toInput(filters: ActivityFilters): InputOf<'list_activity'> {
  return filters as InputOf<'list_activity'>;
}

/** Whether a row that has just come belongs to what is shown. */
export function isShown(row: ActivityRow, { since, until, ...wanted }: ActivityFilters): boolean {
  if (until !== undefined && row.at >= until) return false;
  if (since !== undefined && row.at < since) return false;
  return fields.every((field) => wanted[field] === undefined || row[field] === wanted[field]);
}
