import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import { type Asked, type Cast, callFor } from './cast.ts';
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

/** Compares the answer of every tool that reads with the rules. */
export function openLooks(cast: Cast): Looks {
  const { rights, owner } = cast;
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

  const expectItems = (actor: Actor, asked: unknown, text: string, wanted: (item: PlacedItem) => boolean) => {
    const items = [...rights.items.values()];
    const found = items.filter(({ id }) => text.includes(id)).map(({ id }) => id);
    const expected = items.filter(wanted).map(({ id }) => id);
    expect({ actor: actor.name, asked, found }).toEqual({ actor: actor.name, asked, found: expected });
  };

  return {
    asked,
    async atItem(actor, item) {
      const isPerson = actor.key === null;
      const isVisible = accessTo(rights, actor, item) !== null;
      let token: string | undefined;
      for (const [tool, input] of readsOf(item, isPerson)) {
        const { reason, value } = await ask(actor, tool, input);
        token ??= value?.downloadUrl?.split('/').at(-1);
        expect([actor.name, tool, item, reason]).toEqual([actor.name, tool, item, isVisible ? 'ok' : 'no_such_item']);
      }
      const isVisiblePlace = item.folder !== null && isOpen(rights, actor, item.folder);
      for (const [tool, input] of findsOf(item, isVisiblePlace)) {
        const text = await askAll(actor, tool, input);
        expectItems(actor, [tool, input], text, (one) => one === item && isVisible);
      }
      if (isPerson) {
        const made = await ask(actor, 'list_call_versions', { requestId: item.requestId });
        expectItems(actor, 'list_call_versions', JSON.stringify(made.value), (one) => one === item && reach(rights, actor, item) !== null);
        const { value } = await ask(actor, 'read_items', { itemIds: [...rights.items.keys()] });
        expectItems(actor, 'read_items', JSON.stringify(value), (one) => accessTo(rights, actor, one) !== null);
      }
      if (!item.isDeleted) await expectExplained(actor, item);
      return token === undefined ? undefined : { actor, item, token };
    },

    async around(actor, since) {
      const lists = await Promise.all(listsOfAll.map(([tool, input]) => askAll(actor, tool, input)));
      expectItems(actor, 'lists', lists.join(), (item) => accessTo(rights, actor, item) !== null);
      const lines = await askAll(actor, 'grep', { query: 'needle', limit: 100 });
      expectItems(actor, 'grep', lines, (item) => accessTo(rights, actor, item) !== null);
      const history = await askAll(actor, 'list_changes', { since, include: ['comments', 'reviews'], limit: 100 });
      expectItems(actor, 'list_changes', history, (item) => item.changedAt >= since && reach(rights, actor, item) !== null);
      const { value } = await ask(actor, 'list_folders', { limit: 200 });
      const entered = value.folders.map(({ id, canWrite }: Loose) => [id, canWrite]).toSorted();
      const open = [...rights.folders.keys()].filter((id) => isOpen(rights, actor, id));
      expect([actor.name, entered]).toEqual([actor.name, open.map((id) => [id, accessOf(rights, actor, id) === 'write']).toSorted()]);
      for (const id of rights.folders.keys()) await lookIntoFolder(actor, id);
      for (const item of rights.items.values()) await expectRefusedChanges(actor, item);
      if (actor.key?.limits) await expectRefused(actor, 'create_folder', { name: 'top' }, changing(rights, actor, 'read'));
      if (actor.key) return;
      const trash = await askAll(actor, 'list_trash', { limit: 200 });
      expectItems(actor, 'list_trash', trash, (item) => item.isDeleted && reach(rights, actor, item) !== null);
      const outside = await askAll(actor, 'browse_folder', { limit: 60 });
      expectItems(actor, 'browse_folder', outside, (item) => item.folder === null && !item.isDeleted);
      const skills = await askAll(actor, 'browse_skills', {});
      expectItems(actor, 'browse_skills', skills, (item) => item.type === 'skill' && accessTo(rights, actor, item) !== null);
      const inbox = await askAll(actor, 'list_inbox', { limit: 200 });
      // The inbox also has items with answers to this person's comments.
      const isTold = ({ id, comments }: PlacedItem) =>
        comments.some(({ isResolved, mentioned }) => !isResolved && mentioned.has(actor.person)) || inbox.includes(id);
      expectItems(actor, 'list_inbox', inbox, (item) => isTold(item) && accessTo(rights, actor, item) !== null);
      for (const [tool, input] of listsOfSome) await ask(actor, tool, input);
      if (actor !== owner) return;
      const exported = await askAll(actor, 'export_organization', {});
      for (const item of rights.items.values()) expect([item, exported.includes(item.canary)]).toEqual([item, !item.isDeleted]);
    },

    async back(actor, { at, places, folders }) {
      for (const id of rights.folders.keys()) {
        const { reason, value } = await ask(actor, 'browse_folder', { folderId: id, asOf: at, limit: 60 });
        const wasThere = isOpen(rights, actor, id) && folders.has(id);
        expect([actor.name, id, at, reason]).toEqual([actor.name, id, at, wasThere ? 'ok' : 'no_such_item']);
        const wanted = (item: PlacedItem) => wasThere && places.get(item.id) === id && reach(rights, actor, item) !== null;
        expectItems(actor, ['browse_folder', id, at], JSON.stringify(value ?? []), wanted);
      }
      for (const item of rights.items.values()) {
        const wasThere = places.has(item.id) && reach(rights, actor, item) !== null;
        for (const tool of ['read_item', 'list_item_versions']) {
          const { reason } = await ask(actor, tool, { itemId: item.id, asOf: at });
          expect([actor.name, tool, item, at, reason]).toEqual([actor.name, tool, item, at, wasThere ? 'ok' : 'no_such_item']);
        }
      }
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
      expectItems(actor, ['lists in', id, deep], texts.join(), wanted);
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

  /** Expects `explain_access` to tell the owner the same as the rules. */
  async function expectExplained(actor: Actor, item: PlacedItem): Promise<void> {
    const who = actor.key ? { keyId: actor.key.keyId } : { personId: (actor.credential as Loose).personId };
    const { value } = await ask(owner, 'explain_access', { ...who, tool: item.type === 'doc' ? 'read_doc' : 'read_file', itemId: item.id });
    expect([actor.name, item, value.allowed]).toEqual([actor.name, item, accessTo(rights, actor, item) !== null]);
  }
}

function isOpen(rights: Rights, actor: Actor, id: string): boolean {
  return !rights.folders.get(id)!.isDeleted && accessOf(rights, actor, id) !== null;
}

const mentions = /\b(?:canary\d+x|(?:doc|file|skill|folder)_[a-z0-9]{26})\b/g;

/**
 * Checks that an answer has no identifier or canary of an item or folder that the caller neither sees nor named. Exceptions: identifiers in
 * the log of the caller's own calls, identifiers of hidden folders in earlier states of visible items (D65.6, D67.2), and the folder of a
 * visible large result.
 */
function expectNoLeak(rights: Rights, actor: Actor, asked: Asked, answer: unknown): void {
  const given = new Set(JSON.stringify(asked).match(mentions));
  const isOfThePast = asked[0] === 'list_changes' || 'asOf' in asked[1];
  const items = [...rights.items.values()];
  const holds = (folder: string) => items.some((item) => item.isResult && item.folder === folder && reach(rights, actor, item) !== null);
  const leaked = [...new Set((JSON.stringify(answer) ?? '').match(mentions))].filter((word) => {
    if (given.has(word)) return false;
    if (asked[0] === 'list_activity' && !word.startsWith('canary')) return false;
    const item = rights.items.get(word) ?? items.find(({ canary }) => canary === word);
    if (item) return reach(rights, actor, item) === null;
    if (isOfThePast && word.startsWith('folder_')) return false;
    const folder = rights.folders.get(rights.folderNames.get(word) ?? word);
    return folder !== undefined && accessOf(rights, actor, folder.id) === null && !holds(folder.id);
  });
  expect({ by: actor.name, asked, leaked }).toEqual({ by: actor.name, asked, leaked: [] });
}
