import { withoutJoiners } from '@gatehouse/domain';
import {
  type Claim,
  type Decision,
  decide,
  isAmongFolders,
  type Names,
  settleNames,
  shareField,
  takeFieldsBack,
} from '@gatehouse/domain/take-back';
import { type Op, placedName, type TakeBack, type TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type LoadedEntry, loadPage } from './load/load-page.ts';
import { loadSurroundings } from './load/load-surroundings.ts';

/** An entry of a take-back, its present subject, and the decision about it. */
export interface DecidedEntry extends LoadedEntry {
  /** Undefined if it is done, or if the requester can no longer see it. */
  decision: Decision | undefined;
}

/** Loads entries as plain data, and decides about them: the same for a preview and for doing it. The caller bounds how many. */
export function* decidePage(context: ToolContext, takeBack: TakeBack, page: readonly TakeBackItem[]): Op<DecidedEntry[]> {
  const loaded = yield* loadPage(context, takeBack, page);
  const entries = loaded.flatMap(({ data }) => data ?? []);
  const sharers = entries.flatMap((entry) => {
    if (entry.kind === 'item') return [];
    return [...sharersIn(takeFieldsBack(entry.rows).values), ...(entry.kind === 'folder' ? entry.sharedWith : [])];
  });
  const items = entries.filter((entry) => entry.kind === 'item');
  const folders = entries
    .filter((entry) => entry.kind === 'folder')
    .map(({ id, rows }) => ({ id, to: takeFieldsBack(rows).values.parentId as string | null | undefined }));
  const decisions = decide(entries, yield* loadSurroundings(context, takeBack, { items, folders, sharers }));
  const settled = settleNames(decisions, yield* loadNames(context, takeBack, decisions));
  return loaded.map((one) => ({ ...one, decision: settled.get(one.entry.itemId) }));
}

/** People to whom a task is assigned or a folder belongs, and people and groups with whom a folder is shared. */
function sharersIn(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    if (field === 'assignee' || field === 'ownerId') return typeof value === 'string' ? value : [];
    return field.startsWith(shareField) && field !== `${shareField}organization` ? field.slice(shareField.length) : [];
  });
}

/** Finds the holders of names that entries will have, and other entries that will have the same names. */
function* loadNames(context: ToolContext, takeBack: TakeBack, decisions: ReadonlyMap<string, Decision>): Op<Names> {
  const { store, viewer } = context;
  const wanted = [...decisions.values()].flatMap(({ target, lostAt }) =>
    lostAt !== undefined && target?.name !== undefined ? { folderId: target.folderId, name: target.name } : [],
  );
  if (wanted.length === 0) return { keyOf, holders: new Map(), targets: new Map(), claims: new Map() };
  const [folders, items] = [
    wanted.filter(({ folderId }) => isAmongFolders(folderId)),
    wanted.filter(({ folderId }) => !isAmongFolders(folderId)),
  ];
  const named = items.length === 0 ? new Map<string, string>() : yield* store.many.named(viewer.orgId, items);
  const foldersNamed = folders.length === 0 ? new Map<string, string>() : yield* store.many.foldersNamed(viewer, folders);
  const holders = new Map([...named, ...foldersNamed]);
  const others = yield* store.many.takeBackItems(takeBack, [...holders.values()]);
  const claiming = yield* store.many.claims(takeBack, wanted);
  const targets = new Map(others.filter(willHaveName).map((entry) => [entry.itemId, targetKey(entry)]));
  for (const [id, decision] of decisions) targets.set(id, keyOf(decision));
  return { keyOf, holders, targets, claims: claimsOf(claiming, decisions) };
}

function claimsOf(stored: readonly TakeBackItem[], decisions: ReadonlyMap<string, Decision>): Map<string, Claim[]> {
  const fresh = [...decisions].map(([id, decision]) => ({
    key: keyOf(decision),
    claim: { id, lostAt: decision.lostAt, isPromised: false },
  }));
  const known = stored
    .filter((entry) => !decisions.has(entry.itemId) && willHaveName(entry))
    .map((entry) => ({
      key: targetKey(entry),
      claim: { id: entry.itemId, lostAt: entry.plan.lostAt, isPromised: entry.outcome !== null },
    }));
  const claims = new Map<string, Claim[]>();
  for (const { key, claim } of [...fresh, ...known]) if (key !== undefined) claims.set(key, [...(claims.get(key) ?? []), claim]);
  return claims;
}

/** True if an entry is open, or done except for its name, which another one had. */
export const willHaveName = ({ outcome, plan }: TakeBackItem) => outcome === null || plan.wantedName !== undefined;

function keyOf({ target }: Decision): string | undefined {
  return target?.name === undefined ? undefined : placedName(target.folderId, target.name);
}

function targetKey({ targetFolder, targetName }: TakeBackItem): string | undefined {
  return targetFolder === null || targetName === null ? undefined : placedName(targetFolder, targetName);
}

/** Place and name in the form that a preview stores for other entries with the same name. */
export function storedPlace({ target }: Decision): Pick<TakeBackItem, 'targetFolder' | 'targetName'> {
  if (!target) return { targetFolder: null, targetName: null };
  return { targetFolder: target.folderId ?? '', targetName: target.name === undefined ? null : withoutJoiners(target.name) };
}
