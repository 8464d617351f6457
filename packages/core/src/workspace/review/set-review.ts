import { actsForAll } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findOwnTopFolder } from '../folders/find-folder.ts';

export const setReview = defineTool({
  name: 'set_review',
  title: "Set review of agents' changes",
  description:
    "Switch the review of agents' changes on or off, for a top folder and everything in it, or for items outside of folders. While it is on, changes that come through keys wait until a person accepts or declines them.",
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('a top folder; without it, items outside of folders').optional(),
    review: z.boolean(),
    acceptWaiting: z.literal(true).optional().describe('required to switch it off while changes wait; accepts these changes'),
  }),
  output: z.object({ review: z.boolean(), accepted: z.int().describe('items whose changes count as accepted now') }),
  example: {
    input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', review: true },
    output: { review: true, accepted: 0 },
  },
  *run(context, { folderId, review, acceptWaiting }) {
    const { store, viewer, call } = context;
    const folder = folderId === undefined ? null : yield* lockTopFolder(context, folderId);
    if (!folder && !actsForAll(context.caller))
      throw new GatewayError('forbidden', 'only owners and admins can set the review of items outside of folders');
    call.notes.itemType = folder ? 'folder' : 'organization';
    call.notes.itemId = folder?.id ?? viewer.orgId;
    yield* store.reviews.lockSwitches(viewer.orgId);
    const isOn = folder ? folder.asksReview : yield* store.organizations.asksReview(viewer.orgId);
    if (isOn === review) return { review, accepted: 0 };
    const accepted = review ? 0 : yield* acceptAll(context, folder, acceptWaiting);
    if (folder) yield* store.folders.setReview(folder, review, madeBy(context));
    else yield* store.organizations.set(viewer.orgId, 'asksReview', review);
    return { review, accepted };
  },
});

function* lockTopFolder(context: ToolContext, folderId: string): Op<Folder> {
  const folder = yield* findOwnTopFolder(context, folderId, 'review');
  yield* context.store.folders.lock(folder.orgId, folder.id);
  return yield* findOwnTopFolder(context, folderId, 'review');
}

/** Returns the number of items whose changes were waiting. */
function* acceptAll(context: ToolContext, folder: Folder | null, acceptWaiting: true | undefined): Op<number> {
  const { store, viewer } = context;
  const waiting = yield* store.reviews.countIn(viewer.orgId, folder);
  if (waiting > 0 && !acceptWaiting) {
    throw refusal(
      'invalid_argument',
      `changes wait for a review in ${waiting} ${waiting === 1 ? 'item' : 'items'}: decide about them first, or give "acceptWaiting": true to accept them all`,
    );
  }
  yield* store.reviews.acceptIn(viewer.orgId, folder, madeBy(context));
  return waiting;
}
