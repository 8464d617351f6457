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
  agent: 'agent',
  key: 'key',
};

/** Adds names to rows of the log, the last ones of removed people and agents: one query for each kind, however many rows there are. */
export function* nameActivity<Row extends Identified>(
  { store, viewer }: Pick<ToolContext, 'store' | 'viewer'>,
  rows: readonly Row[],
): Op<(Row & ActivityNames)[]> {
  const wanted = new Map<NamedKind, Set<string>>();
  for (const [kind, id] of rows.flatMap(identifiersOf)) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  const names = new Map<NamedKind, Map<string, string>>();
  for (const [kind, ids] of wanted) names.set(kind, yield* store.logNames.of(viewer, kind, ids));
  const nameOf = (kind: NamedKind | undefined, id: string | null) => (kind && id !== null && names.get(kind)?.get(id)) || null;
  return rows.map((row) => ({
    ...row,
    person: nameOf('person', row.personId),
    agent: nameOf('agent', row.agentId),
    key: nameOf('key', row.keyId),
    item: nameOf(kindOfItem[row.itemType ?? ''], row.itemId),
  }));
}

function identifiersOf({ personId, agentId, keyId, itemType, itemId }: Identified): [NamedKind, string][] {
  const all = [
    ['person', personId],
    ['agent', agentId],
    ['key', keyId],
    [kindOfItem[itemType ?? ''], itemId],
  ] as const;
  return all.flatMap(([kind, id]) => (kind !== undefined && id !== null ? [[kind, id]] : []));
}
