import type { Activity, NamedKind, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Names for the identifiers of a row. Null for missing, deleted and invisible ones. */
export interface ActivityNames {
  person: string | null;
  agent: string | null;
  key: string | null;
  item: string | null;
}

type Identified = Pick<Activity, 'personId' | 'agentId' | 'keyId' | 'itemType' | 'itemId'>;

/** Kind of name for each item type in the log. Other types have no name. */
const kindOfItem: Partial<Record<string, NamedKind>> = {
  doc: 'item',
  file: 'item',
  skill: 'item',
  task: 'task',
  folder: 'folder',
  person: 'person',
  group: 'group',
  agent: 'agent',
  key: 'key',
};

/** Adds names to rows of the log, the last ones of removed people and agents: one query for each kind, however many rows there are. */
export function* nameActivity<Row extends Identified>(context: NamingContext, rows: readonly Row[]): Op<(Row & ActivityNames)[]> {
  const nameOf = yield* findNames(context, rows.flatMap(identifiersOf));
  return rows.map((row) => ({
    ...row,
    person: nameOf('person', row.personId),
    agent: nameOf('agent', row.agentId),
    key: nameOf('key', row.keyId),
    item: nameOf(kindOfItem[row.itemType ?? ''], row.itemId),
  }));
}

/** Adds the name of the item alone, for readers who know the names of people, agents and keys. */
export function* nameItems<Row extends Identified>(
  context: NamingContext,
  rows: readonly Row[],
): Op<(Row & { itemName: string | null })[]> {
  const nameOf = yield* findNames(context, rows.flatMap(itemOf));
  return rows.map((row) => ({ ...row, itemName: nameOf(kindOfItem[row.itemType ?? ''], row.itemId) }));
}

type NamingContext = Pick<ToolContext, 'store' | 'viewer'>;
type NameOf = (kind: NamedKind | undefined, id: string | null) => string | null;

function* findNames({ store, viewer }: NamingContext, identifiers: readonly [NamedKind, string][]): Op<NameOf> {
  const wanted = new Map<NamedKind, Set<string>>();
  for (const [kind, id] of identifiers) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  const names = new Map<NamedKind, Map<string, string>>();
  for (const [kind, ids] of wanted) names.set(kind, yield* store.logNames.of(viewer, kind, ids));
  return (kind, id) => (kind && id !== null && names.get(kind)?.get(id)) || null;
}

function itemOf({ itemType, itemId }: Pick<Identified, 'itemType' | 'itemId'>): [NamedKind, string][] {
  const kind = kindOfItem[itemType ?? ''];
  return kind !== undefined && itemId !== null ? [[kind, itemId]] : [];
}

function identifiersOf({ personId, agentId, keyId, ...item }: Identified): [NamedKind, string][] {
  const all = [
    ['person', personId],
    ['agent', agentId],
    ['key', keyId],
  ] as const;
  return [...all.flatMap(([kind, id]): [NamedKind, string][] => (id === null ? [] : [[kind, id]])), ...itemOf(item)];
}
