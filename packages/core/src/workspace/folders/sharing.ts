import { accessLevels, isGroup } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findFolder } from '../items/find-item.ts';
import { organizationAccessOf } from './audience.ts';

/** A group with which a folder is shared. */
export const groupShareShape = z.object({ groupId: z.string(), name: z.string(), access: z.enum(accessLevels) });

export type GroupShare = z.input<typeof groupShareShape>;

export const sharingInput = z.strictObject({
  folderId: identifier('from list_folders'),
  email: email.optional().describe('address of one person'),
  groupId: identifier('a group, from list_groups').optional(),
  organization: z.literal(true).optional().describe('everyone in the organization'),
});

export const sharingOutput = z.object({
  folderId: z.string(),
  visibility: z.enum(['private', 'shared', 'organization']),
  sharedWith: z.array(z.string()),
  readers: z.array(z.string()).describe('people in sharedWith with read access only'),
  groups: z.array(groupShareShape).optional().describe('groups that it is shared with'),
  organizationAccess: z.enum(accessLevels).nullable().describe('access of everyone in the organization; null if not shared with them'),
});

export const sharingExample = {
  input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', email: 'ada@example.com' },
  output: {
    folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2',
    visibility: 'shared' as const,
    sharedWith: ['ada@example.com'],
    readers: [],
    organizationAccess: null,
  },
};

export function requireOne({ email, groupId, organization }: Omit<z.output<typeof sharingInput>, 'folderId'>): void {
  if ([email, groupId, organization].filter((one) => one !== undefined).length !== 1)
    throw refusal('invalid_argument', 'give one of "email", "groupId" and "organization": true');
}

/** Groups with which a folder is shared, by name. */
export function* groupShares({ store }: Pick<ToolContext, 'store'>, { orgId, id }: Pick<Folder, 'orgId' | 'id'>): Op<GroupShare[]> {
  const shares = new Map((yield* store.folders.shares(orgId, id)).map(({ sharedWith, access }) => [sharedWith, access]));
  const groups = yield* store.groups.several(orgId, [...shares.keys()].filter(isGroup));
  return groups.map(({ id: groupId, name }) => ({ groupId, name, access: shares.get(groupId) ?? 'read' }));
}

export function* sharingOf(context: ToolContext, folderId: string): Op<z.input<typeof sharingOutput>> {
  const folder = yield* context.store.folders.root(yield* findFolder(context, folderId));
  const sharedWith: string[] = [];
  const readers: string[] = [];
  for (const { sharedWith: id, access } of yield* context.store.folders.shares(folder.orgId, folder.id)) {
    const person = isGroup(id) ? undefined : yield* context.store.people.find(folder.orgId, id);
    if (!person) continue;
    sharedWith.push(person.email);
    if (access === 'read') readers.push(person.email);
  }
  const groups = yield* groupShares(context, folder);
  const isShared = folder.visibility === 'private' && sharedWith.length + groups.length > 0;
  const visibility = isShared ? 'shared' : folder.visibility;
  const organizationAccess = organizationAccessOf(folder);
  return { folderId, visibility, sharedWith, readers, ...(groups.length > 0 && { groups }), organizationAccess };
}
