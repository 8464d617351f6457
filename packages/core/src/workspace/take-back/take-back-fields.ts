import { takeBackStates } from '@gatehouse/domain';
import type { Op, TakeBack } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { endOfCall } from '../versions/rows-of-call.ts';

/** `folderId` of entries outside folders. */
export const noFolder = 'none';

export const takeBackId = (description = 'from prepare_take_back or list_take_backs') => identifier(description);

export const takeBackShape = z.object({
  takeBackId: z.string(),
  state: z
    .enum(takeBackStates)
    .describe('looking: call continue_take_back; ready: review it, then call apply_take_back; working: call apply_take_back again'),
  subject: z.object({
    kind: z.enum(['key', 'agent', 'person', 'time', 'call', 'trace', 'take_back']),
    id: z.string().nullable(),
    of: z
      .object({ maker: z.enum(['agentId', 'personId']), id: z.string() })
      .optional()
      .describe('agent or person of the calls in the trace'),
  }),
  since: time,
  until: time,
  found: z.int().describe('number of changed items'),
  takenBack: z.int(),
  left: z.int(),
  unchanged: z.int().describe('number of items that were already as before'),
  createdAt: time,
});

export function takeBackFields({ id, state, progress, createdAt }: TakeBack): z.input<typeof takeBackShape> {
  const { subject, since, found, takenBack, left, unchanged } = progress;
  const until = progress.until === endOfCall ? createdAt : progress.until;
  return { takeBackId: id, state, subject, since, until, found, takenBack, left, unchanged, createdAt };
}

export const takeBackExample: z.input<typeof takeBackShape> = {
  takeBackId: 'putback_01jd2x7q8me3k5w9t4v6b8n0r2',
  state: 'ready',
  subject: { kind: 'key', id: 'key_01jd2x7q8me3k5w9t4v6b8n0r2' },
  since: 1_763_600_000_000,
  until: 1_763_603_600_000,
  found: 3,
  takenBack: 0,
  left: 0,
  unchanged: 0,
  createdAt: 1_763_603_600_000,
};

type Begun = Pick<TakeBack['progress'], 'subject' | 'since' | 'until' | 'source' | 'position'>;

/** Stores a new take-back of the caller's person. */
export function* createTakeBack({ store, viewer, now }: ToolContext, begun: Begun): Op<TakeBack> {
  const takeBack: TakeBack = {
    orgId: viewer.orgId,
    id: newId('putback', now),
    personId: viewer.personId,
    state: 'looking',
    progress: { ...begun, tool: null, itemId: '', found: 0, takenBack: 0, left: 0, unchanged: 0 },
    createdAt: now,
  };
  yield* store.takeBacks.create(takeBack);
  return takeBack;
}

/** Finds a take-back of the caller. Only the person who prepared it sees it, because it lists what they can see. */
export function* findTakeBack({ store, viewer }: ToolContext, id: string): Op<TakeBack> {
  return ownOf(viewer.personId, yield* store.takeBacks.find(viewer.orgId, id));
}

/** Finds it and locks it for a step in this transaction. */
export function* findTakeBackForChange({ store, viewer }: ToolContext, id: string): Op<TakeBack> {
  return ownOf(viewer.personId, yield* store.takeBacks.findForChange(viewer.orgId, id));
}

function ownOf(personId: string, takeBack: TakeBack | undefined): TakeBack {
  if (takeBack?.personId !== personId) throw noSuchItem();
  return takeBack;
}
