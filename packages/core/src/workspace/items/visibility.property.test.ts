import type { AccessLevel } from '@gatehouse/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

type PersonCredential = Credential & { type: 'person' };

const members = ['ada', 'bob', 'eve'] as const;

const toAll = members.map((name) => `@${name}@acme.test`).join(' ');

type Access = AccessLevel | null;

interface Plan {
  /**
   * Folders. `shares`, `groupShares` and `everyone` apply only to a top folder. `parent` is an earlier folder; any other number means the
   * top.
   */
  folders: { owner: number; shares: Access[]; groupShares: Access[]; everyone: Access; parent: number }[];
  /** Membership, by group and member. */
  groups: boolean[][];
  /** In which of the folders: past the last one is outside of all. */
  docs: { folder: number; isDeleted: boolean }[];
  /** Moves by the owner of the organization, after everything else. An `into` past the last folder means the top. */
  moves: { folder: number; into: number }[];
  /** Access of each member's key in each folder. Members without any have a key without limits. */
  limits: Access[][];
}

const anyAccess = fc.constantFrom<Access[]>(null, 'read', 'write');
const maxFolders = 4;
const maxGroups = 2;

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  folders: fc.array(
    fc.record({
      owner: fc.nat(2),
      shares: fc.array(anyAccess, { minLength: 3, maxLength: 3 }),
      groupShares: fc.array(anyAccess, { minLength: maxGroups, maxLength: maxGroups }),
      everyone: anyAccess,
      parent: fc.nat(2 * maxFolders),
    }),
    {
      minLength: 1,
      maxLength: maxFolders,
    },
  ),
  groups: fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { minLength: maxGroups, maxLength: maxGroups }),
  docs: fc.array(fc.record({ folder: fc.nat(maxFolders), isDeleted: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  moves: fc.array(fc.record({ folder: fc.nat(maxFolders - 1), into: fc.nat(maxFolders) }), { maxLength: 4 }),
  limits: fc.array(fc.array(anyAccess, { minLength: maxFolders, maxLength: maxFolders }), { minLength: 3, maxLength: 3 }),
});

/** A caller, and what the rules let them do in a folder; past the last one is outside of all. */
interface Viewer {
  credential: Credential;
  isPerson: boolean;
  may: (folder: number) => Access;
}

interface Placed {
  /** Null at the top. */
  parent: number | null;
  /** Sharing of a top folder. `owner` is null if it belongs to the owner of the organization, who is not one of the members. */
  sharing: { owner: number | null; shares: Access[]; groupShares: Access[]; everyone: Access };
}

const notShared = { shares: [null, null, null], groupShares: [null, null], everyone: null };

/** Folders as created, each in an earlier folder or at the top. */
function createdFolders({ folders }: Plan): Placed[] {
  return folders.map(({ parent, ...sharing }, index) => ({ parent: parent < index ? parent : null, sharing }));
}

/** Folders after the moves (D73.2). A move into the folder's own tree, or to its present parent, changes nothing. */
function movedFolders(plan: Plan): Placed[] {
  const placed = createdFolders(plan);
  for (const { folder, into } of plan.moves) {
    if (placed[folder] === undefined || (placed[into] && chainOf(placed, into).includes(folder))) continue;
    const parent = placed[into] ? into : null;
    if (parent === placed[folder].parent) continue;
    placed[folder] = { parent, sharing: { owner: null, ...notShared } };
  }
  return placed;
}

/** A folder and the folders above it, from itself to the top. */
function chainOf(placed: Placed[], folder: number): number[] {
  const { parent } = placed[folder]!;
  return parent === null ? [folder] : [folder, ...chainOf(placed, parent)];
}

/** Access by the rules (D5, D25.5, D49.5, D73, D77), computed without the tested predicate. */
function accessOf(plan: Plan, member: number, isKey: boolean, folder: number): Access {
  const placed = movedFolders(plan);
  const limit = plan.limits[member]!;
  const isLimited = isKey && placed.some((_, index) => limit[index] !== null);
  if (placed[folder] === undefined) return isLimited ? null : 'write';
  const chain = chainOf(placed, folder);
  const { owner, shares, groupShares, everyone } = placed[chain.at(-1)!]!.sharing;
  const byGroups = groupShares.map((access, group) => (plan.groups[group]![member] ? access : null));
  const own = owner === member ? 'write' : [...byGroups, shares[member]!].reduce(higher, everyone);
  return isLimited ? lower(own, chain.map((one) => limit[one] ?? null).reduce<Access>(higher, null)) : own;
}

const rank = (access: Access) => (access === null ? 0 : access === 'read' ? 1 : 2);
const higher = (one: Access, other: Access) => (rank(one) > rank(other) ? one : other);
const lower = (one: Access, other: Access) => (rank(one) < rank(other) ? one : other);

interface Desk {
  world: World;
  viewers: Viewer[];
  folderIds: string[];
  docIds: string[];
  /** A comment of the owner on each document, which mentions all members. */
  comments: { commentId: string; mentions: string[] }[];
}

/** Keys are made while everybody may write everywhere: later shares and limits are what narrows them. */
async function openDesk(world: World, plan: Plan): Promise<Desk> {
  const { folders, docs, limits } = plan;
  const created = createdFolders(plan);
  const people = await Promise.all(members.map((name) => world.addPerson(`${name}@acme.test`)));
  const folderIds: string[] = [];
  for (const [index, { owner }] of folders.entries()) {
    const { parent } = created[index]!;
    const place = parent === null ? {} : { parentId: folderIds[parent] };
    const { id: folderId } = await world.ok(people[owner]!, 'create_folder', { name: `folder ${index}`, ...place });
    folderIds.push(folderId);
    if (parent !== null) continue;
    for (const name of members) await world.ok(people[owner]!, 'share_folder', { folderId, email: `${name}@acme.test` });
  }
  const keys: Credential[] = [];
  for (const [member, person] of people.entries()) {
    const limited = folderIds.flatMap((folderId, index) => {
      const access = limits[member]![index];
      return access ? [{ folderId, access }] : [];
    });
    const { id: agentId } = await world.ok(person, 'create_agent', { name: 'robot' });
    const made = await world.ok(person, 'create_key', { agentId, access: 'write', ...(limited.length > 0 && { folders: limited }) });
    keys.push(made.key);
  }
  const groupIds = await makeGroups(world, plan);
  for (const index of folders.keys())
    if (created[index]!.parent === null) await shareFolder(world, people, plan, { index, folderIds, groupIds });
  const docIds: string[] = [];
  const comments: Desk['comments'] = [];
  for (const [index, { folder, isDeleted }] of docs.entries()) {
    const folderId = folderIds[folder];
    const input = { title: `doc ${index}`, bodyMarkdown: 'needle', ...(folderId && { folderId }) };
    const { docId } = await world.ok(world.owner, 'create_doc', input);
    comments.push(await world.ok(world.owner, 'add_comment', { itemId: docId, text: toAll }));
    if (isDeleted) await world.ok(world.owner, 'delete_doc', { docId });
    docIds.push(docId);
  }
  await moveFolders(world, plan, folderIds);
  const viewers: Viewer[] = [
    { credential: world.owner, isPerson: true, may: () => 'write' },
    ...people.map((credential, member): Viewer => ({ credential, isPerson: true, may: (folder) => accessOf(plan, member, false, folder) })),
    ...keys.map((credential, member): Viewer => ({ credential, isPerson: false, may: (folder) => accessOf(plan, member, true, folder) })),
  ];
  return { world, viewers, folderIds, docIds, comments };
}

/** Creates the groups. Every member joins each group, and those who do not belong leave it again. */
async function makeGroups(world: World, { groups }: Plan): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, isMember] of groups.entries()) {
    const { groupId } = await world.ok(world.owner, 'create_group', {
      name: `group ${index}`,
      emails: members.map((name) => `${name}@acme.test`),
    });
    const others = members.filter((_, member) => !isMember[member]).map((name) => `${name}@acme.test`);
    if (others.length > 0) await world.ok(world.owner, 'remove_from_group', { groupId, emails: others });
    ids.push(groupId);
  }
  return ids;
}

async function moveFolders(world: World, plan: Plan, folderIds: string[]): Promise<void> {
  for (const [done, { folder, into }] of plan.moves.entries()) {
    const folderId = folderIds[folder];
    if (folderId === undefined) continue;
    const placed = movedFolders({ ...plan, moves: plan.moves.slice(0, done) });
    const isInside = placed[into] !== undefined && chainOf(placed, into).includes(folder);
    const to = folderIds[into] ? { parentId: folderIds[into] } : { toTop: true };
    expect(await reason(world, world.owner, 'move_folder', { folderId, ...to })).toBe(isInside ? 'invalid_argument' : 'ok');
  }
}

async function shareFolder(
  world: World,
  people: Credential[],
  { folders }: Plan,
  { index, folderIds, groupIds }: { index: number; folderIds: string[]; groupIds: string[] },
) {
  const { owner, shares, groupShares, everyone } = folders[index]!;
  const [by, folderId] = [people[owner]!, folderIds[index]!];
  for (const [member, access] of shares.entries()) {
    const to = { folderId, email: `${members[member]}@acme.test` };
    await (access ? world.ok(by, 'share_folder', { ...to, access }) : world.ok(by, 'unshare_folder', to));
  }
  for (const [group, access] of groupShares.entries())
    if (access) await world.ok(by, 'share_folder', { folderId, groupId: groupIds[group], access });
  if (everyone) await world.ok(by, 'share_folder', { folderId, organization: true, access: everyone });
}

const reason = async (world: World, credential: Credential, tool: string, input: object): Promise<string> => {
  const answer = await world.call(credential, tool, input);
  return answer.ok ? 'ok' : (answer.error.reason ?? answer.error.code);
};

const changing = (access: Access) => (access === null ? 'no_such_item' : access === 'read' ? 'protected_item' : 'ok');

describe('one predicate decides (D5, D25, D25.5, D49.5, D73, D77)', () => {
  it('for items that each caller sees in lists, search and reading: own, shared, in open folders, and in none', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        await using world = await createWorld();
        const { viewers, folderIds, docIds } = await openDesk(world, plan);
        for (const { credential, may } of viewers) {
          const visible = docIds.filter((_, index) => !plan.docs[index]!.isDeleted && may(plan.docs[index]!.folder)).sort();
          const listed = (await world.ok(credential, 'list_docs')).docs.filter(({ isSystem }: Loose) => !isSystem);
          expect(listed.map(({ id }: Loose) => id).sort()).toEqual(visible);
          const found = (await world.ok(credential, 'search', { query: 'needle' })).results;
          expect(found.map(({ id }: Loose) => id).sort()).toEqual(visible);
          const read = await Promise.all(docIds.map(async (docId) => (await world.call(credential, 'read_doc', { docId })).ok));
          expect(docIds.filter((_, index) => read[index]).sort()).toEqual(visible);
          const entered = (await world.ok(credential, 'list_folders')).folders.map(({ id, canWrite }: Loose) => [id, canWrite]);
          const open = folderIds.flatMap((id, index) => (may(index) ? [[id, may(index) === 'write']] : []));
          expect(entered.sort()).toEqual(open.sort());
        }
      }),
      { numRuns: 30 },
    );
  });

  it('for comments: their lists, answers, resolving, mentions of who sees the document, and their inboxes (D74, D86.2)', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        await using world = await createWorld();
        const { viewers, docIds, comments } = await openDesk(world, plan);
        const accessTo = (viewer: Viewer, index: number) => (plan.docs[index]!.isDeleted ? null : viewer.may(plan.docs[index]!.folder));
        const mentioned = viewers.slice(1, 1 + members.length);
        for (const [index, docId] of docIds.entries()) {
          const { folder, isDeleted } = plan.docs[index]!;
          if (isDeleted) continue;
          // Comment again, because folders have moved since the first comment.
          const comment = await world.ok(world.owner, 'add_comment', { itemId: docId, text: toAll });
          comments[index] = comment;
          const seeing = mentioned.filter(({ may }) => may(folder)).map(({ credential }) => (credential as PersonCredential).personId);
          expect(comment.mentions.toSorted()).toEqual(seeing.toSorted());
        }
        const visibleTo = (viewer: Viewer) => docIds.filter((_, index) => accessTo(viewer, index));
        const inboxes = await Promise.all(mentioned.map((viewer) => subjectsInInbox(world, viewer)));
        expect(inboxes).toEqual(mentioned.map((viewer) => visibleTo(viewer).toSorted()));
        for (const viewer of viewers) {
          const visible = visibleTo(viewer);
          const mine: Loose[] = (await world.ok(viewer.credential, 'list_comments', { mine: true })).comments;
          if (viewer.isPerson) expect([...new Set(mine.map(({ subjectId }) => subjectId))].toSorted()).toEqual(visible.toSorted());
          for (const [index, docId] of docIds.entries()) {
            const { commentId } = comments[index]!;
            await expectCommenting(world, viewer, { docId, commentId, access: accessTo(viewer, index) });
          }
          const written: Loose[] = (await world.ok(viewer.credential, 'list_comments', { mine: true, open: false, limit: 100 })).comments;
          expect(written.filter(({ subjectId }) => !visible.includes(subjectId))).toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('for changes by each caller: text, places, new items, and restored items', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, fc.nat(maxFolders), async (plan, target) => {
        await using world = await createWorld();
        const desk = await openDesk(world, plan);
        const { viewers, folderIds, docIds } = desk;
        for (const viewer of viewers) {
          for (const index of docIds.keys()) await expectItemChanges(desk, plan, viewer, { index, target });
          for (const [index, folderId] of folderIds.entries())
            expect(await reason(world, viewer.credential, 'create_doc', { title: 'new', folderId })).toBe(changing(viewer.may(index)));
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** Documents with comments in a person's inbox. */
async function subjectsInInbox(world: World, { credential }: Viewer): Promise<string[]> {
  const { entries } = await world.ok(credential, 'list_inbox', { limit: 200 });
  return [...new Set<string>(entries.map(({ comment }: Loose) => comment.subjectId))].toSorted();
}

interface Commented {
  docId: string;
  commentId: string;
  access: Access;
}

/** Checks that people can comment where they can read, agents where they can write, and that both can resolve where they can write. */
async function expectCommenting(world: World, { credential, isPerson }: Viewer, { docId, commentId, access }: Commented) {
  const told = (tool: string, input: object) => reason(world, credential, tool, input);
  const seen = access === null ? 'no_such_item' : 'ok';
  expect(await told('list_comments', { itemId: docId })).toBe(seen);
  expect(await told('add_comment', { itemId: docId, text: 'new' })).toBe(isPerson ? seen : changing(access));
  expect(await told('add_comment', { answerTo: commentId, text: 'new' })).toBe(isPerson ? seen : changing(access));
  expect(await told('resolve_comment', { commentId })).toBe(changing(access));
  expect(await told('resolve_comment', { commentId, resolved: false })).toBe(changing(access));
  if (!isPerson) return;
  const isAuthor = credential === world.owner;
  expect(await told('edit_comment', { commentId, text: `edited ${toAll}` })).toBe(access && !isAuthor ? 'forbidden' : seen);
  if (!isAuthor) expect(await told('delete_comment', { commentId })).toBe(access ? 'forbidden' : seen);
}

interface Change {
  index: number;
  /** Folder that the document would be moved to. */
  target: number;
}

async function expectItemChanges(
  { world, folderIds, docIds }: Desk,
  { docs }: Plan,
  { credential, isPerson, may }: Viewer,
  { index, target }: Change,
) {
  const docId = docIds[index]!;
  const { folder, isDeleted } = docs[index]!;
  const access = may(folder);
  const wanted = changing(isDeleted ? null : access);
  expect(await reason(world, credential, 'append_doc', { docId, text: '\nmore' })).toBe(wanted);
  expect(await reason(world, credential, 'set_tags', { docId, tags: [] })).toBe(wanted);
  expect(await reason(world, credential, 'move_item', { docId, name: `doc ${index}` })).toBe(wanted);
  if (!isDeleted && access === 'write') expect(await placeTakes(world, credential, docId, folderIds[target])).toBe(may(target));
  if (!isDeleted || !isPerson) return;
  expect(await reason(world, credential, 'restore_item', { itemId: docId })).toBe(changing(access));
  if (access === 'write') await world.ok(world.owner, 'delete_doc', { docId });
}

/**
 * Access of a person to a place, from the answer to moving a document there, which is undone. A refusal that would hide the document from
 * others also proves write access.
 */
async function placeTakes(world: World, by: Credential, docId: string, folderId: string | undefined): Promise<Access> {
  const before = await world.ok(world.owner, 'read_doc', { docId });
  const answer = await world.call(by, 'move_item', { docId, ...(folderId ? { folderId } : { outOfFolders: true }) });
  const back = before.folderId === null ? { outOfFolders: true } : { folderId: before.folderId };
  if (answer.ok) await world.ok(world.owner, 'move_item', { docId, ...back });
  if (answer.ok || /created by someone else|not everybody who sees/.test(answer.error.message)) return 'write';
  return answer.error.reason === 'no_such_item' || folderId === undefined ? null : 'read';
}
