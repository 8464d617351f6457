import { type AccessLevel, accessLevels, actsForAll } from '@gatehouse/domain';
import type { Folder, Person } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { organizationAccessOf } from './audience.ts';
import { findNotedFolder } from './find-folder.ts';
import { groupShareShape, groupShares } from './sharing.ts';

const reasons = ['owns_it', 'role', 'shared_with_them', 'shared_with_organization'] as const;
type Reason = (typeof reasons)[number];

export const listFolderViewers = defineTool({
  name: 'list_folder_viewers',
  title: 'Who sees a folder',
  description:
    'List the people who see a folder and its contents, with every reason, in the order in which they were added. Agents see what the person they act for sees. A page can be empty and still have a nextCursor.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ folderId: identifier('from list_folders'), limit: pageLimit(50, 200, 'people to look at'), cursor: cursor() }),
  output: z.object({
    viewers: z.array(
      z.object({
        personId: z.string(),
        name: z.string(),
        email: z.string(),
        because: z.array(z.enum(reasons)),
        access: z.enum(accessLevels).describe('their access by all reasons together'),
        shareAccess: z.enum(accessLevels).nullable().describe('access by a share with them; null without one'),
        groups: z.array(z.string()).optional().describe('names of groups that they are in and that it is shared with'),
      }),
    ),
    groups: z.array(groupShareShape).optional().describe('groups that it is shared with'),
    asksReview: z.boolean().describe('true if changes of agents wait for a review'),
    organizationAccess: z.enum(accessLevels).nullable().describe('access of everyone in the organization; null if not shared with them'),
    nextCursor,
  }),
  example: {
    input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      viewers: [
        {
          personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'Ada',
          email: 'ada@example.com',
          because: ['owns_it', 'role'],
          access: 'write',
          shareAccess: null,
        },
      ],
      asksReview: false,
      organizationAccess: null,
      nextCursor: null,
    },
  },
  *run(context, { folderId, limit, cursor }) {
    const { store, viewer, now } = context;
    const folder = yield* store.folders.root(yield* findNotedFolder(context, folderId));
    const list = `viewers ${folder.id}`;
    const [afterId] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const shares = new Map((yield* store.folders.shares(folder.orgId, folder.id)).map(({ sharedWith, access }) => [sharedWith, access]));
    const groups = yield* groupShares(context, folder);
    const people = new Map<string, Set<string>>();
    for (const { groupId } of groups) people.set(groupId, new Set(yield* store.groups.peopleOf(folder.orgId, groupId, now)));
    const page = pageOf(list, yield* store.people.page(viewer.orgId, limit + 1, afterId), limit, ({ id }) => [id]);
    const viewers = page.rows.map(({ id, name, email, role }) => ({
      personId: id,
      name,
      email,
      ...accessOf(
        folder,
        { id, role },
        {
          own: shares.get(id) ?? null,
          groups: groups.filter(({ groupId }) => people.get(groupId)?.has(id)),
        },
      ),
    }));
    return {
      viewers: viewers.filter(({ because }) => because.length > 0),
      ...(groups.length > 0 && { groups }),
      asksReview: folder.asksReview,
      organizationAccess: organizationAccessOf(folder),
      nextCursor: page.nextCursor,
    };
  },
});

interface Shares {
  /** Access of a share with the person alone. */
  own: AccessLevel | null;
  /** Groups of theirs that the folder is shared with. */
  groups: readonly { name: string; access: AccessLevel }[];
}

/** Reasons and access of a person. Mirrors the predicates `visibleFolder` and `changeableFolder`. */
function accessOf(folder: Folder, person: Pick<Person, 'id' | 'role'>, { own, groups }: Shares) {
  const everyone = organizationAccessOf(folder);
  const shared = [...(own ? [own] : []), ...groups.map(({ access }) => access)];
  const gives: Record<Reason, AccessLevel | null> = {
    owns_it: folder.ownerId === person.id ? 'write' : null,
    role: actsForAll(person) ? 'write' : null,
    shared_with_them: shared.includes('write') ? 'write' : (shared[0] ?? null),
    shared_with_organization: everyone,
  };
  const because = reasons.filter((reason) => gives[reason] !== null);
  const access: AccessLevel = because.some((reason) => gives[reason] === 'write') ? 'write' : 'read';
  return { because, access, shareAccess: own, ...(groups.length > 0 && { groups: groups.map(({ name }) => name) }) };
}
