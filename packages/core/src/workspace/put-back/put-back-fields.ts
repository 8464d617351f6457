import { putBackStates } from '@gatehouse/domain';
import type { Op, PutBack } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

export const putBackId = (description = 'from prepare_put_back or list_put_backs') => identifier(description);

export const putBackShape = z.object({
  putBackId: z.string(),
  state: z
    .enum(putBackStates)
    .describe('looking: call continue_put_back; ready: look at it, then call put_back; working: call put_back again'),
  subject: z.object({ kind: z.enum(['key', 'agent', 'person', 'time', 'call', 'put_back']), id: z.string().nullable() }),
  since: time,
  until: time,
  found: z.int().describe('items that were changed'),
  putBack: z.int(),
  left: z.int(),
  unchanged: z.int().describe('items that were already as before'),
  createdAt: time,
});

export function putBackFields({ id, state, progress, createdAt }: PutBack): z.input<typeof putBackShape> {
  const { subject, since, until, found, putBack, left, unchanged } = progress;
  return { putBackId: id, state, subject, since, until, found, putBack, left, unchanged, createdAt };
}

export const putBackExample: z.input<typeof putBackShape> = {
  putBackId: 'putback_01jd2x7q8me3k5w9t4v6b8n0r2',
  state: 'ready',
  subject: { kind: 'key', id: 'key_01jd2x7q8me3k5w9t4v6b8n0r2' },
  since: 1_763_600_000_000,
  until: 1_763_603_600_000,
  found: 3,
  putBack: 0,
  left: 0,
  unchanged: 0,
  createdAt: 1_763_603_600_000,
};

/** Only who asked for it: what it lists is what they see. */
export function* findPutBack({ store, viewer }: ToolContext, id: string): Op<PutBack> {
  return ownOf(viewer.personId, yield* store.putBacks.find(viewer.orgId, id));
}

/** The same for taking a step of it in this transaction. */
export function* findPutBackForChange({ store, viewer }: ToolContext, id: string): Op<PutBack> {
  return ownOf(viewer.personId, yield* store.putBacks.findForChange(viewer.orgId, id));
}

function ownOf(personId: string, putBack: PutBack | undefined): PutBack {
  if (putBack?.personId !== personId) throw noSuchItem();
  return putBack;
}
