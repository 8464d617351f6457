import type { Op, TakeBackSubject } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { endOfCall } from '../versions/rows-of-call.ts';
import { lookFurther } from './look-for-changes.ts';
import { createTakeBack, findTakeBackForChange, takeBackExample, takeBackFields, takeBackId, takeBackShape } from './take-back-fields.ts';

const input = z.strictObject({
  keyId: identifier('changes of this key').optional(),
  agentId: identifier('changes of all keys of this agent').optional(),
  personId: identifier('changes of this person and of agents acting for them').optional(),
  requestId: z.string().min(1).max(200).optional().describe('changes of this call'),
  traceId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('changes of the calls of this trace; also give agentId or personId, because callers choose their trace IDs'),
  takeBackId: takeBackId('take-back to undo').optional(),
  since: time.min(0).optional().describe('start time; required except with requestId, traceId and takeBackId'),
  until: time.min(0).optional().describe('end time (default: now)'),
});

type Arguments = z.output<typeof input>;

export const prepareTakeBack = defineTool({
  name: 'prepare_take_back',
  title: 'Prepare a take-back',
  description:
    'Collect the changes of a key, agent, person or everyone in a time range, or of one call or trace. Changes nothing yet. list_take_back_items lists what would be taken back or kept, with reasons; apply_take_back applies it.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input,
  output: takeBackShape,
  example: { input: { keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2', since: 1_763_600_000_000 }, output: takeBackExample },
  givesWay: true,
  *run(context, given) {
    const { now } = context;
    const subject = yield* subjectOf(context, given);
    const { since = isBounded(subject) ? 0 : undefined, until = now } = given;
    if (since === undefined || since > until) {
      throw refusal('invalid_argument', 'argument "since" must be a time before "until", in milliseconds since the Unix epoch');
    }
    const takeBack = yield* createTakeBack(context, {
      subject,
      since,
      until: subject.kind === 'call' && given.until === undefined ? endOfCall : Math.min(until, now),
      source: subject.kind === 'take_back' ? 'take_back' : 'versions',
      position: { at: since - 1, itemId: '', number: 0 },
    });
    return takeBackFields(yield* lookFurther(context, takeBack));
  },
});

/** Reads the subject. Each named subject must exist, even if the call is invalid for another reason. */
function* subjectOf(context: ToolContext, { keyId, agentId, personId, requestId, traceId, takeBackId }: Arguments): Op<TakeBackSubject> {
  const { store, viewer } = context;
  const subjects: TakeBackSubject[] = [];
  if (keyId !== undefined) {
    if (!(yield* store.keys.find(viewer.orgId, keyId))) throw noSuchItem();
    subjects.push({ kind: 'key', id: keyId });
  }
  if (agentId !== undefined) {
    if (!(yield* store.agents.isKnown(viewer.orgId, agentId))) throw noSuchItem();
    subjects.push({ kind: 'agent', id: agentId });
  }
  if (personId !== undefined) {
    if (!(yield* store.people.isKnown(viewer.orgId, personId))) throw noSuchItem();
    subjects.push({ kind: 'person', id: personId });
  }
  if (takeBackId !== undefined) {
    yield* endTakeBack(context, takeBackId);
    subjects.push({ kind: 'take_back', id: takeBackId });
  }
  if (requestId !== undefined) subjects.push({ kind: 'call', id: requestId });
  const [subject = { kind: 'time', id: null } as const, another] = subjects;
  if (another) {
    throw refusal('invalid_argument', 'give one of "keyId", "agentId", "personId", "requestId" and "takeBackId", or none for everyone');
  }
  return traceId === undefined ? subject : ofTrace(traceId, subject);
}

function ofTrace(traceId: string, { kind, id }: TakeBackSubject): TakeBackSubject {
  if (id === null || (kind !== 'agent' && kind !== 'person')) {
    throw refusal('invalid_argument', 'argument "traceId": also give "agentId" or "personId", because callers choose their trace IDs');
  }
  return { kind: 'trace', id: traceId, of: { maker: `${kind}Id`, id } };
}

/** True if it has its own start, so that it needs no time. */
function isBounded({ kind }: TakeBackSubject): boolean {
  return kind === 'call' || kind === 'trace' || kind === 'take_back';
}

/** Ends an unfinished take-back that is undone: its remaining entries stay as they are. */
function* endTakeBack(context: ToolContext, id: string): Op<void> {
  const takeBack = yield* findTakeBackForChange(context, id);
  if (takeBack.state === 'done') return;
  if (takeBack.state !== 'working')
    throw refusal('invalid_argument', 'argument "takeBackId": this take-back has not taken anything back yet');
  yield* context.store.takeBacks.update({ ...takeBack, state: 'done' });
}
