import type { Folder, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { GatewayError, refusal } from '../errors.ts';
import { findFolder } from '../items/find-item.ts';
import { identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { email, mayActFor, personByEmail } from './person-fields.ts';

const input = z.strictObject({
  folderId: identifier('from list_folders'),
  email: email.optional().describe('one person'),
  organization: z.literal(true).optional().describe('everybody in the organization'),
});
const output = z.object({
  folderId: z.string(),
  visibility: z.enum(['private', 'shared', 'organization']),
  sharedWith: z.array(z.string()),
});
const example = {
  input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', email: 'ada@example.com' },
  output: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', visibility: 'shared' as const, sharedWith: ['ada@example.com'] },
};

export const shareFolder = defineTool({
  name: 'share_folder',
  title: 'Share folder',
  description: 'Let a person, or the whole organization, see a folder and write into it.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input,
  output,
  example,
  *run(context, { folderId, email, organization }) {
    const folder = yield* folderToShare(context, folderId);
    requireOne(email, organization);
    if (organization) yield* context.store.folders.setVisibility(folder.orgId, folder.id, 'organization');
    else if (email !== undefined) {
      // Who is removed meanwhile must not keep it for when they come back.
      yield* context.store.people.hold(folder.orgId);
      const person = yield* personByEmail(context, email);
      yield* context.store.folders.share(folder.orgId, folder.id, person.id, context.now);
    }
    return yield* sharingOf(context, folder.id);
  },
});

export const unshareFolder = defineTool({
  name: 'unshare_folder',
  title: 'Stop sharing folder',
  description: 'Take a folder back from a person, or from the whole organization. What they could see disappears for them at once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input,
  output,
  example,
  *run(context, { folderId, email, organization }) {
    const folder = yield* folderToShare(context, folderId);
    requireOne(email, organization);
    if (organization) yield* context.store.folders.setVisibility(folder.orgId, folder.id, 'private');
    else if (email !== undefined) {
      const person = yield* personByEmail(context, email);
      yield* context.store.folders.unshare(folder.orgId, folder.id, person.id);
    }
    return yield* sharingOf(context, folder.id);
  },
});

/** Its owner shares a folder, or an owner or admin of the organization. */
function* folderToShare(context: ToolContext, folderId: string): Op<Folder> {
  const folder = yield* findFolder(context, folderId);
  if (!mayActFor(context, folder.ownerId))
    throw new GatewayError('forbidden', 'only its owner, or an owner or admin of the organization, can share this folder');
  context.notes.itemType = 'folder';
  context.notes.itemId = folder.id;
  return folder;
}

function requireOne(email: string | undefined, organization: true | undefined): void {
  if ((email === undefined) === (organization === undefined))
    throw refusal('invalid_argument', 'give either "email" or "organization": true');
}

function* sharingOf(context: ToolContext, folderId: string): Op<z.input<typeof output>> {
  const folder = yield* findFolder(context, folderId);
  const sharedWith: string[] = [];
  for (const personId of yield* context.store.folders.shares(folder.orgId, folder.id)) {
    const person = yield* context.store.people.find(folder.orgId, personId);
    if (person) sharedWith.push(person.email);
  }
  const isShared = folder.visibility === 'private' && sharedWith.length > 0;
  return { folderId, visibility: isShared ? 'shared' : folder.visibility, sharedWith };
}
