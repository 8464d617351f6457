import type { ErrorBody } from '@gatehouse/core';
import { onlyReads } from '@gatehouse/domain';
import type { InputOf } from '../../kernel/calls/call.ts';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';

export type ActivityRow = LoggedCall;

/** Fields that the gateway filters by. */
const askedFields = ['entrance', 'personId', 'agentId', 'keyId', 'tool', 'outcome', 'itemId', 'requestId'] as const;
/** Fields that this page filters by, in the rows that it gets. */
const soughtFields = ['result', 'reason', 'serviceTool', 'service', 'connectionId', 'sdk', 'client', 'traceId'] as const;

export const fields = [...askedFields, ...soughtFields];
export type Field = (typeof fields)[number];

/** Result of a call, in three classes. */
export const results = ['ok', 'refused', 'failed'] as const;
export type Result = (typeof results)[number];

export function resultOf(outcome: string): Result {
  if (outcome === 'ok') return 'ok';
  // Internal and service errors are failures. All other errors are refusals.
  return outcome === 'internal_error' || outcome === 'service_error' ? 'failed' : 'refused';
}

/** Every outcome that the log has. */
const outcomesByName: Record<ErrorBody['error']['code'] | 'ok', true> = {
  ok: true,
  invalid_request: true,
  unauthorized: true,
  forbidden: true,
  not_found: true,
  rate_limited: true,
  internal_error: true,
  service_error: true,
};
export const outcomes = Object.keys(outcomesByName);

/** Callers to show. Only `all` includes the console's own reads. */
export const callers = ['agents', 'people', 'all'] as const;
export type Callers = (typeof callers)[number];

/** View of the log, as in the address. */
export type ActivityFilters = { [Name in Field]?: string } & {
  by?: Callers;
  since?: number;
  until?: number;
  /** Excluded values, each as `<field>:<value>`. */
  not?: string[];
};

const maxLeftOut = 50;

/** Reads the address and drops invalid filters, so that an old or mistyped one still opens the page. */
export function readFilters(search: Record<string, unknown>): ActivityFilters {
  const texts = fields.flatMap((field) => (isText(search[field]) ? [[field, search[field]]] : []));
  const times = ['since', 'until'].flatMap((name) => (Number.isInteger(search[name]) ? [[name, search[name]]] : []));
  const not = Array.isArray(search.not) ? search.not.filter((entry) => isText(entry) && readLeftOut(entry) !== undefined) : [];
  const by = callers.includes(search.by as Callers) ? [['by', search.by]] : [];
  return Object.fromEntries([...texts, ...times, ...by, ...(not.length > 0 ? [['not', not.slice(0, maxLeftOut)]] : [])]);
}

/** The log opens on the calls of agents. With any other filter, an address means all calls that match it. */
export function withCallers(filters: ActivityFilters): ActivityFilters & { by: Callers } {
  return { ...filters, by: filters.by ?? (isNarrowed(filters) ? 'all' : 'agents') };
}

/** True if anything but the time and the callers is filtered. */
function isNarrowed({ since: _since, until: _until, by: _by, ...narrowing }: ActivityFilters): boolean {
  return Object.keys(narrowing).length > 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Reads an entry of `not`. Undefined if it is invalid. */
export function readLeftOut(entry: string): { field: Field; value: string } | undefined {
  const at = entry.indexOf(':');
  const field = fields.find((name) => name === entry.slice(0, at));
  return field === undefined || at === entry.length - 1 ? undefined : { field, value: entry.slice(at + 1) };
}

/** The filters with one more value left out. */
export function leaveOut(filters: ActivityFilters, field: Field, value: string): ActivityFilters {
  const not = filters.not ?? [];
  const entry = `${field}:${value}`;
  return not.includes(entry) ? filters : { ...filters, not: [...not, entry] };
}

export function withoutLeftOut({ not, ...filters }: ActivityFilters, entry: string): ActivityFilters {
  const left = (not ?? []).filter((one) => one !== entry);
  return left.length > 0 ? { ...filters, not: left } : filters;
}

/** Filter for the gateway. */
export function toInput(filters: ActivityFilters): InputOf<'list_activity'> {
  const names = [...askedFields, 'since', 'until'] as const;
  const given = names.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]));
  return Object.fromEntries([...given, ...(filters.by === undefined || filters.by === 'all' ? [] : [['by', filters.by]])]);
}

/** True if this page must filter the gateway's rows itself. */
export function isSought(filters: ActivityFilters): boolean {
  return filters.not !== undefined || soughtFields.some((field) => filters[field] !== undefined);
}

/** True if a row matches the filters. Used for live rows and for loaded ones. */
export function isShown(row: ActivityRow, { since, until, by = 'all', not = [], ...wanted }: ActivityFilters): boolean {
  if (by !== 'all' && callersOf(row) !== by) return false;
  if (until !== undefined && row.at >= until) return false;
  if (since !== undefined && row.at < since) return false;
  if (fields.some((field) => wanted[field] !== undefined && valueIn(row, field) !== wanted[field])) return false;
  return !not.some((entry) => {
    const left = readLeftOut(entry);
    return left !== undefined && valueIn(row, left.field) === left.value;
  });
}

/** Gets the caller of a row, by the same rule as the gateway. Undefined for the console's own reads. */
function callersOf({ entrance, tool }: ActivityRow): Callers | undefined {
  if (entrance === 'http' || entrance === 'mcp') return 'agents';
  return entrance === 'console' && onlyReads(tool) ? undefined : 'people';
}

export function valueIn(row: ActivityRow, field: Field): string | null {
  return field === 'result' ? resultOf(row.outcome) : row[field];
}

/** A call in an address: its number, and its time, by which it is found however long ago it was. */
export interface OpenCall {
  id: number;
  at: number;
}

/** The address of the log: its filters, and the call that is open. */
export type ActivitySearch = ActivityFilters & { call?: string };

export function readActivity(search: Record<string, unknown>): ActivitySearch {
  return { ...readFilters(search), ...(typeof search.call === 'string' && readCall(search.call) && { call: search.call }) };
}

export function readCall(text: string | undefined): OpenCall | undefined {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id: Number(id) };
}

export function writeCall({ id, at }: OpenCall): string {
  return `${at}-${id}`;
}
