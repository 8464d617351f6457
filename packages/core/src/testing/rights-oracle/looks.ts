import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import { expectItems, expectNoLeak } from './answers.ts';
import { type Asked, type Cast, callFor } from './cast.ts';
import { type OpenMcp, openResourceLooks } from './resources.ts';
import { type Actor, accessOf, accessTo, chainOf, changing, namedBy, type PlacedItem, type Rights, reach } from './rules.ts';
import type { Download } from './told.ts';

/** Calls that read one item. They succeed for every actor who sees it, and for no other. */
function readsOf(item: PlacedItem, isPerson: boolean): Asked[] {
  const { id, type, canary } = item;
  const named = namedBy(item);
  const forAll: Asked[] = [
    [type === 'doc' ? 'read_doc' : 'read_file', named],
    ['read_lines', named],
    ['find_text', { ...named, query: canary }],
    ['fetch', { id }],
    ['list_versions', named],
    ['list_changes', { itemId: id, include: ['comments', 'reviews'] }],
    ['list_comments', { itemId: id }],
    ...(type === 'skill' ? [['read_skill_files', { fileId: id, paths: ['references/x.md'] }] satisfies Asked] : []),
  ];
  if (!isPerson) return forAll;
  return [
    ...forAll,
    ['read_item', { itemId: id }],
    ['export_item', { itemId: id }],
    ['list_item_versions', { itemId: id }],
    ['find_linked', { itemId: id, path: canary }],
    ['compare_versions', { itemId: id, before: 1 }],
    ['read_review', { itemId: id }],
    ...(type === 'skill' ? [['list_skill_loads', { itemId: id }] satisfies Asked] : []),
  ];
}

/** Calls that find one item by its canary. */
const findsOf = ({ canary, folder, isResult }: PlacedItem, isVisiblePlace: boolean): Asked[] => [
  ['search', { query: canary }],
  ...(isResult ? [] : [['search', { query: canary, match: 'words' }] satisfies Asked]),
  ['search', { query: `"${canary}"`, match: 'best' }],
  ['grep', { query: canary }],
  ...(folder !== null && isVisiblePlace
    ? ([
        ['search', { query: canary, folderId: folder, deep: true }],
        ['grep', { query: canary, folderId: folder }],
      ] satisfies Asked[])
    : []),
];

/** Lists that together name every item an actor sees. */
const listsOfAll: Asked[] = [
  ['list_docs', { limit: 100 }],
  ['list_files', { limit: 100 }],
  ['list_skills', { limit: 100 }],
];

/** Lists that name only some of the items a person sees. They are checked only for leaks. */
const listsOfSome: Asked[] = [
  ['list_news', {}],
  ['count_inbox', {}],
  ['list_reviews', {}],
  ['list_activity', {}],
  ['list_bulk_changes', {}],
  ['list_take_backs', {}],
  ['search', { query: 'where is the needle', match: 'best' }],
];

/** Existing folders and the place of each item at an earlier time. */
export interface Moment {
  at: number;
  /** Folder of each item that was not in the trash. */
  places: Map<string, string | null>;
  folders: Set<string>;
}

export function momentOf({ rights, world }: Cast): Moment {
  const items = [...rights.items.values()].filter(({ isDeleted }) => !isDeleted);
  const folders = [...rights.folders.values()].filter(({ isDeleted }) => !isDeleted);
  return {
    at: world.clock.now,
    places: new Map(items.map(({ id, folder }) => [id, folder])),
    folders: new Set(folders.map(({ id }) => id)),
  };
}

export interface Looks {
  /** Calls every tool that reads one item. Returns its download address, if the actor got one. */
  atItem(actor: Actor, item: PlacedItem): Promise<Download | undefined>;
  /** Reads every list, and the changes since a time. */
  around(actor: Actor, since: number): Promise<void>;
  /** Reads every folder and item as of an earlier time. */
  back(actor: Actor, moment: Moment): Promise<void>;
  /** Names of the tools called so far. */
  asked: Set<string>;
}

/** Compares the answer of every tool that reads with the rules, and what keys read over MCP if there is an entrance for it. */
export function openLooks(cast: Cast, openMcp?: OpenMcp): Looks {
  const { rights, owner, people } = cast;
  const resources = openMcp && openResourceLooks(cast, openMcp);
  const asked = new Set<string>();

  async function ask(actor: Actor, tool: string, input: object): Promise<{ reason: string; value: Loose }> {
    asked.add(tool);
    const { reason, value, message } = await callFor(cast, actor, tool, input);
    expectNoLeak(rights, actor, [tool, input], message ?? value);
    return { reason, value };
  }

  /** Reads all pages of a list as text. */
  async function askAll(actor: Actor, tool: string, input: object): Promise<string> {
    const pages: Loose[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { value, reason } = await ask(actor, tool, { ...input, ...(cursor && { cursor }) });
      expect([tool, reason, actor.name]).toEqual([tool, 'ok', actor.name]);
      pages.push(value);
      cursor = value.nextCursor ?? null;
    }
    return JSON.stringify(pages);
  }

  return {
    asked,
    async atItem(actor, item) {
      const isPerson = actor.key === null;
      const isVisible = accessTo(rights, actor, item) !== null;
      const addresses = await eachAtOnce(readsOf(item, isPerson), async ([tool, input]) => {
        const { reason, value } = await ask(actor, tool, input);
        expect([actor.name, tool, item, reason]).toEqual([actor.name, tool, item, isVisible ? 'ok' : 'no_such_item']);
        return value?.downloadUrl;
      });
      const token = addresses.find(Boolean)?.split('/').at(-1);
      const isVisiblePlace = item.folder !== null && isOpen(rights, actor, item.folder);
      await eachAtOnce(findsOf(item, isVisiblePlace), async ([tool, input]) => {
        const text = await askAll(actor, tool, input);
        expectItems(rights, actor, [tool, input], text, (one) => one === item && isVisible);
      });
      if (isPerson) {
        const made = await ask(actor, 'list_call_versions', { requestId: item.requestId });
        expectItems(
          rights,
          actor,
          'list_call_versions',
          JSON.stringify(made.value),
          (one) => one === item && reach(rights, actor, item) !== null,
        );
        const { value } = await ask(actor, 'read_items', { itemIds: [...rights.items.keys()] });
        expectItems(rights, actor, 'read_items', JSON.stringify(value), (one) => accessTo(rights, actor, one) !== null);
      }
      if (!item.isDeleted) await expectExplained(actor, item);
      await resources?.atItem(actor, item);
      return token === undefined ? undefined : { actor, item, token };
    },

    async around(actor, since) {
      await resources?.around(actor);
      const lists = await eachAtOnce(listsOfAll, ([tool, input]) => askAll(actor, tool, input));
      expectItems(rights, actor, 'lists', lists.join(), (item) => accessTo(rights, actor, item) !== null);
      const lines = await askAll(actor, 'grep', { query: 'needle', limit: 100 });
      expectItems(rights, actor, 'grep', lines, (item) => accessTo(rights, actor, item) !== null);
      const history = await askAll(actor, 'list_changes', { since, include: ['comments', 'reviews'], limit: 100 });
      expectItems(rights, actor, 'list_changes', history, (item) => item.changedAt >= since && reach(rights, actor, item) !== null);
      const { value } = await ask(actor, 'list_folders', { limit: 200 });
      const entered = value.folders.map(({ id, canWrite }: Loose) => [id, canWrite]).toSorted();
      const open = [...rights.folders.keys()].filter((id) => isOpen(rights, actor, id));
      expect([actor.name, entered]).toEqual([actor.name, open.map((id) => [id, accessOf(rights, actor, id) === 'write']).toSorted()]);
      await eachAtOnce(rights.folders.keys(), (id) => lookIntoFolder(actor, id));
      await eachAtOnce(rights.items.values(), (item) => expectRefusedChanges(actor, item));
      if (actor.key?.limits) await expectRefused(actor, 'create_folder', { name: 'top' }, changing(rights, actor, 'read'));
      if (actor.key) return;
      const trash = await askAll(actor, 'list_trash', { limit: 200 });
      expectItems(rights, actor, 'list_trash', trash, (item) => item.isDeleted && reach(rights, actor, item) !== null);
      const outside = await askAll(actor, 'browse_folder', { limit: 60 });
      expectItems(rights, actor, 'browse_folder', outside, (item) => item.folder === null && !item.isDeleted);
      const skills = await askAll(actor, 'browse_skills', {});
      expectItems(rights, actor, 'browse_skills', skills, (item) => item.type === 'skill' && accessTo(rights, actor, item) !== null);
      const inbox = await askAll(actor, 'list_inbox', { limit: 200 });
      // The inbox also has items with answers to this person's comments.
      const isTold = ({ id, comments }: PlacedItem) =>
        comments.some(({ isResolved, mentioned }) => !isResolved && mentioned.has(actor.person)) || inbox.includes(id);
      expectItems(rights, actor, 'list_inbox', inbox, (item) => isTold(item) && accessTo(rights, actor, item) !== null);
      await eachAtOnce(listsOfSome, ([tool, input]) => ask(actor, tool, input));
      if (actor !== owner) return;
      const exported = await askAll(actor, 'export_organization', {});
      for (const item of rights.items.values()) expect([item, exported.includes(item.canary)]).toEqual([item, !item.isDeleted]);
    },

    async back(actor, { at, places, folders }) {
      await eachAtOnce(rights.folders.keys(), async (id) => {
        const { reason, value } = await ask(actor, 'browse_folder', { folderId: id, asOf: at, limit: 60 });
        const wasThere = isOpen(rights, actor, id) && folders.has(id);
        expect([actor.name, id, at, reason]).toEqual([actor.name, id, at, wasThere ? 'ok' : 'no_such_item']);
        const wanted = (item: PlacedItem) => wasThere && places.get(item.id) === id && reach(rights, actor, item) !== null;
        expectItems(rights, actor, ['browse_folder', id, at], JSON.stringify(value ?? []), wanted);
      });
      await eachAtOnce(rights.items.values(), async (item) => {
        const wasThere = places.has(item.id) && reach(rights, actor, item) !== null;
        for (const tool of ['read_item', 'list_item_versions']) {
          const { reason } = await ask(actor, tool, { itemId: item.id, asOf: at });
          expect([actor.name, tool, item, at, reason]).toEqual([actor.name, tool, item, at, wasThere ? 'ok' : 'no_such_item']);
        }
      });
    },
  };

  /** Expects refusals of changes without write access, and of a limited key that moves an item out of its folders. */
  async function expectRefusedChanges(actor: Actor, item: PlacedItem): Promise<void> {
    const named = namedBy(item);
    const wanted = changing(rights, actor, accessTo(rights, actor, item));
    if (wanted !== 'ok') await expectRefused(actor, 'set_tags', { ...named, tags: [] }, wanted);
    else if (actor.key?.limits) await expectRefused(actor, 'move_item', { ...named, outOfFolders: true }, 'protected_item');
    if (actor.key || !item.isDeleted) return;
    const restoring = changing(rights, actor, reach(rights, actor, item));
    if (restoring !== 'ok') await expectRefused(actor, 'restore_item', { itemId: item.id }, restoring);
  }

  async function expectRefused(actor: Actor, tool: string, input: object, wanted: string): Promise<void> {
    const { reason } = await ask(actor, tool, input);
    expect([actor.name, tool, input, reason]).toEqual([actor.name, tool, input, wanted]);
  }

  async function lookIntoFolder(actor: Actor, id: string): Promise<void> {
    const isSeen = isOpen(rights, actor, id);
    const isIn = (item: PlacedItem) => item.folder !== null && chainOf(rights, item.folder).some((folder) => folder.id === id);
    for (const deep of [false, true]) {
      const texts: string[] = [];
      for (const [tool, input] of listsOfAll) {
        const { reason, value } = await ask(actor, tool, { ...input, folderId: id, deep });
        expect([actor.name, tool, id, reason]).toEqual([actor.name, tool, id, isSeen ? 'ok' : 'no_such_item']);
        texts.push(JSON.stringify(value ?? []));
      }
      const wanted = (item: PlacedItem) => isSeen && (item.folder === id || (deep && isIn(item))) && accessTo(rights, actor, item) !== null;
      expectItems(rights, actor, ['lists in', id, deep], texts.join(), wanted);
    }
    const about: Asked[] = [['list_changes', { folderId: id }]];
    if (!actor.key) about.push(['browse_folder', { folderId: id, limit: 60 }], ['list_folder_viewers', { folderId: id }]);
    for (const [tool, input] of about) {
      const { reason, value } = await ask(actor, tool, input);
      expect([actor.name, tool, id, reason]).toEqual([actor.name, tool, id, isSeen ? 'ok' : 'no_such_item']);
      const canWrite = value?.folder?.canWrite;
      if (canWrite !== undefined) expect([actor.name, id, canWrite]).toEqual([actor.name, id, accessOf(rights, actor, id) === 'write']);
    }
  }

  /** Expects `explain_access` to tell the owner the same as the rules, and the actor's person too, of items that they see (D45.2). */
  async function expectExplained(actor: Actor, item: PlacedItem): Promise<void> {
    const who = actor.key ? { keyId: actor.key.keyId } : { personId: (actor.credential as Loose).personId };
    const input = { ...who, tool: item.type === 'doc' ? 'read_doc' : 'read_file', itemId: item.id };
    for (const asking of new Set([owner, people[actor.person]!])) {
      const { reason, value } = await ask(asking, 'explain_access', input);
      const told = value ? value.allowed : reason;
      const wanted = accessTo(rights, asking, item) === null ? 'no_such_item' : accessTo(rights, actor, item) !== null;
      expect([actor.name, asking.name, item, told]).toEqual([actor.name, asking.name, item, wanted]);
    }
  }
}

/** Looks do not depend on each other, and Postgres answers several connections at once. */
function eachAtOnce<One, Result>(each: Iterable<One>, look: (one: One) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from(each, look));
}

function isOpen(rights: Rights, actor: Actor, id: string): boolean {
  return !rights.folders.get(id)!.isDeleted && accessOf(rights, actor, id) !== null;
}
