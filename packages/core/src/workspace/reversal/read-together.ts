import type { SkillFile } from '@gatehouse/domain/skills';
import {
  type Change,
  createTogether,
  type Folder,
  type MadeVersion,
  type ManifestKey,
  type Op,
  type Person,
  type PlacedName,
  placedName,
  type SameName,
  type Store,
  type StoredVersion,
  type TakeBack,
  type TakeBackItem,
  type Task,
  unpackVersion,
  type VersionKey,
  type VisibleItem,
} from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Runs the same program for many subjects, in a context whose store batches their reads. */
export type EachTogether = <One, Result>(all: readonly One[], program: (context: ToolContext, one: One) => Op<Result>) => Op<Result[]>;

/**
 * Decides about many entries with a few statements per page. Deciding about each entry alone would query its item, history, versions and
 * texts. Results are cached, so the programs must not change what they read. `entries` were read already.
 */
export function readTogether(context: ToolContext, takeBack: TakeBack, entries: readonly TakeBackItem[] = []): EachTogether {
  const { share, run } = createTogether();
  const shared = { ...context, store: sharedStore(context, { takeBack, entries }, share) };
  return (all, program) => run(all.map((one) => program(shared, one)));
}

type Share = ReturnType<typeof createTogether>['share'];

/** A take-back, and those of its entries that were read already. */
interface Known {
  takeBack: TakeBack;
  entries: readonly TakeBackItem[];
}

function sharedStore({ store, viewer }: ToolContext, known: Known, share: Share): Store {
  return {
    ...store,
    ...sharedSubjects({ store, viewer }, known, share),
    ...sharedHistories({ store, viewer }, share),
  };
}

type Reading = Pick<ToolContext, 'store' | 'viewer'>;

function sharedSubjects({ store, viewer }: Reading, { takeBack, entries }: Known, share: Share) {
  const { orgId } = viewer;
  const item = byId<VisibleItem>(share, (ids) => store.many.items(viewer, ids));
  const task = byId<Task>(share, (ids) => store.many.tasks(orgId, ids));
  const folder = byId<Folder>(share, (ids) => store.many.folders(viewer, ids));
  const changeable = byId<{ id: string }>(share, function* (ids) {
    return (yield* store.visibilityChecks.changeableFolders(viewer, ids)).map((id) => ({ id }));
  });
  const visibilityChecks: Store['visibilityChecks'] = {
    ...store.visibilityChecks,
    *changeableFolders(as, ids) {
      if (as !== viewer) return yield* store.visibilityChecks.changeableFolders(as, ids);
      const found: string[] = [];
      for (const id of ids) if (yield* changeable(id)) found.push(id);
      return found;
    },
  };
  const entry = share<string, TakeBackItem>(
    {
      nameOf: (itemId) => itemId,
      *askAll(ids) {
        return new Map((yield* store.many.takeBackItems(takeBack, ids)).map((one) => [one.itemId, one]));
      },
    },
    entries.map((one) => [one.itemId, one]),
  );
  const names = sharedNames({ store, viewer }, takeBack, share);
  const person = share<string, Person>({
    nameOf: (id) => id,
    *askAll(ids) {
      // The entries of a page name few people.
      const found = new Map<string, Person>();
      for (const id of ids) {
        const one = yield* store.people.find(orgId, id);
        if (one) found.set(id, one);
      }
      return found;
    },
  });
  const people: Store['people'] = { ...store.people, find: (of, id) => (of === orgId ? person(id) : store.people.find(of, id)) };
  const items: Store['items'] = {
    ...store.items,
    namedNow: (_org, folderId, name) => names.holder({ folderId, name }),
    *visible(as, sort, id) {
      if (as !== viewer || sort !== 'any') return yield* store.items.visible(as, sort, id);
      const found = yield* item(id);
      return found?.deletedAt === null ? found : undefined;
    },
  };
  const trash: Store['trash'] = {
    ...store.trash,
    *find(as, id) {
      if (as !== viewer) return yield* store.trash.find(as, id);
      const found = yield* item(id);
      return found?.deletedAt === null ? undefined : found;
    },
  };
  const folders: Store['folders'] = {
    ...store.folders,
    *visible(as, id) {
      const found = as === viewer ? yield* folder(id) : undefined;
      // A deleted one is there as long as something is in it.
      return found?.deletedAt === null ? found : yield* store.folders.visible(as, id);
    },
  };
  const tasks: Store['tasks'] = {
    ...store.tasks,
    find: (of, id) => (of === orgId ? task(id) : store.tasks.find(of, id)),
  };
  const takeBacks: Store['takeBacks'] = {
    ...store.takeBacks,
    item: (of, itemId) => (of.id === takeBack.id ? entry(itemId) : store.takeBacks.item(of, itemId)),
    sameName: (_of, asked) => names.sameName(asked),
    earlierSkills: (_of, asked) => names.earlierSkills(asked),
  };
  return { items, trash, folders, tasks, takeBacks, people, visibilityChecks };
}

/** Queries the first entries of each place. The entries before an identifier are among the first ones. */
function sharedNames({ store, viewer }: Reading, takeBack: TakeBack, share: Share) {
  const holder = share<PlacedName, string>({
    nameOf: ({ folderId, name }) => placedName(folderId, name),
    askAll: (keys) => store.many.named(viewer.orgId, keys),
  });
  const named = share<PlacedName & Limit, string[]>({
    nameOf: ({ folderId, name }) => placedName(folderId, name),
    askAll: (keys) => store.many.sameName(takeBack, keys, mostOf(keys)),
  });
  const skills = share<{ folderId: string | null } & Limit, string[]>({
    nameOf: ({ folderId }) => folderId ?? '',
    askAll: (keys) =>
      store.many.skillsOf(
        takeBack,
        keys.map(({ folderId }) => folderId),
        mostOf(keys),
      ),
  });
  return {
    holder,
    *sameName({ beforeId, ...asked }: SameName): Op<string[]> {
      return ((yield* named(asked)) ?? []).filter((id) => id < beforeId);
    },
    *earlierSkills({ beforeId, ...asked }: Omit<SameName, 'name'>): Op<string[]> {
      return ((yield* skills(asked)) ?? []).filter((id) => id < beforeId);
    },
  };
}

interface Limit {
  limit: number;
}

/** The highest limit. All keys of one query have the same limit. */
const mostOf = (keys: readonly Limit[]) => Math.max(...keys.map(({ limit }) => limit));

function sharedHistories({ store, viewer }: Reading, share: Share) {
  const { orgId } = viewer;
  const rows = share<string, Change[]>({
    nameOf: (id) => id,
    *askAll(ids) {
      return Map.groupBy(yield* store.many.changes(orgId, ids), ({ subjectId }) => subjectId);
    },
  });
  const version = share<VersionKey, StoredVersion>({
    nameOf: versionName,
    *askAll(keys) {
      return new Map((yield* store.many.versions(orgId, keys)).map((one) => [versionName(one), one]));
    },
  });
  const made = share<VersionKey, MadeVersion[]>({
    nameOf: versionName,
    *askAll(keys) {
      const found = Map.groupBy(yield* store.many.madeFrom(orgId, keys), ({ itemId }) => itemId);
      return new Map(keys.map((key) => [versionName(key), (found.get(key.itemId) ?? []).filter(({ number }) => number >= key.number)]));
    },
  });
  const text = share<string, string>({ nameOf: (id) => id, askAll: (ids) => store.contents.texts(orgId, ids) });
  const manifest = share<ManifestKey, SkillFile[]>({
    nameOf: manifestName,
    *askAll(keys) {
      return new Map((yield* store.many.manifests(orgId, keys)).map((one) => [manifestName(one), one.files]));
    },
  });
  const changes: Store['changes'] = {
    ...store.changes,
    *ofSubject(_org, id) {
      return (yield* rows(id)) ?? [];
    },
    *trashMoves(_org, id) {
      const found = (yield* rows(id)) ?? [];
      const isAll = found.length === 0 || found[0]?.number === 1;
      return isAll ? found.filter(({ what }) => what === 'deleted' || what === 'restored') : yield* store.changes.trashMoves(orgId, id);
    },
  };
  const versions: Store['versions'] = {
    ...store.versions,
    find: (_org, itemId, number) => version({ itemId, number }),
    *madeFrom(_org, itemId, number) {
      return (yield* made({ itemId, number })) ?? [];
    },
    *unpackText(_org, itemId, one) {
      return unpackVersion(itemId, one, one.base === null ? undefined : yield* version({ itemId, number: one.base }));
    },
  };
  const contents: Store['contents'] = { ...store.contents, text: (_org, itemId) => text(itemId) };
  const skills: Store['skills'] = {
    ...store.skills,
    *manifest(_org, itemId, hash) {
      return (hash === null ? undefined : yield* manifest({ itemId, hash })) ?? (yield* store.skills.manifest(orgId, itemId, hash));
    },
  };
  return { changes, versions, contents, skills };
}

const versionName = ({ itemId, number }: VersionKey) => `${itemId} ${number}`;
const manifestName = ({ itemId, hash }: ManifestKey) => `${itemId} ${hash}`;

function byId<Row extends { id: string }>(share: Share, ask: (ids: readonly string[]) => Op<Row[]>): (id: string) => Op<Row | undefined> {
  return share<string, Row>({
    nameOf: (id) => id,
    *askAll(ids) {
      return new Map((yield* ask(ids)).map((row) => [row.id, row]));
    },
  });
}
