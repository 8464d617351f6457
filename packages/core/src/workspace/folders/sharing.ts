import { accessLevels } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findFolder } from '../items/find-item.ts';
import { organizationAccessOf } from './audience.ts';

export const sharingInput = z.strictObject({
  folderId: identifier('from list_folders'),
  email: email.optional().describe('address of one person'),
  organization: z.literal(true).optional().describe('everyone in the organization'),
});

export const sharingOutput = z.object({
  folderId: z.string(),
  visibility: z.enum(['private', 'shared', 'organization']),
  sharedWith: z.array(z.string()),
  readers: z.array(z.string()).describe('people in sharedWith with read access only'),
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

export function requireOne(email: string | undefined, organization: true | undefined): void {
  if ((email === undefined) === (organization === undefined))
    throw refusal('invalid_argument', 'give either "email" or "organization": true');
}

export function* sharingOf(context: ToolContext, folderId: string): Op<z.input<typeof sharingOutput>> {
  const folder = yield* context.store.folders.root(yield* findFolder(context, folderId));
  const sharedWith: string[] = [];
  const readers: string[] = [];
  for (const { personId, access } of yield* context.store.folders.shares(folder.orgId, folder.id)) {
    const person = yield* context.store.people.find(folder.orgId, personId);
    if (!person) continue;
    sharedWith.push(person.email);
    if (access === 'read') readers.push(person.email);
  }
  const isShared = folder.visibility === 'private' && sharedWith.length > 0;
  const visibility = isShared ? 'shared' : folder.visibility;
  return { folderId, visibility, sharedWith, readers, organizationAccess: organizationAccessOf(folder) };
}
