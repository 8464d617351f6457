import type { Op, PutBack, PutBackSubject } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { lookFurther } from './look-for-changes.ts';
import { findPutBackForChange, putBackExample, putBackFields, putBackId, putBackShape } from './put-back-fields.ts';

const input = z.strictObject({
  keyId: identifier('what this key changed').optional(),
  agentId: identifier('what any key of this agent changed').optional(),
  personId: identifier('what this person changed, and what agents did for them').optional(),
  putBackId: putBackId('what this putting back did, to undo it').optional(),
  since: time.min(0).optional().describe('from this time on; required but for putBackId'),
  until: time.min(0).optional().describe('up to this time (default: now)'),
});

type Arguments = z.output<typeof input>;

export const preparePutBack = defineTool({
  name: 'prepare_put_back',
  title: 'Prepare putting back',
  description:
    'Look for what a key, agent or person changed in a time, or everybody: bodies, creations and deletions of documents, files and skills that you see. Nothing is changed yet. list_put_back_items shows what would be put back, and what would be left and why; put_back does it.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input,
  output: putBackShape,
  example: { input: { keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2', since: 1_763_600_000_000 }, output: putBackExample },
  *run(context, given) {
    const { store, viewer, now } = context;
    const subject = yield* subjectOf(context, given);
    const { since = subject.kind === 'put_back' ? 0 : undefined, until = now } = given;
    if (since === undefined || since > until) {
      throw refusal('invalid_argument', 'argument "since" must be a time before "until", in milliseconds since the Unix epoch');
    }
    const putBack: PutBack = {
      orgId: viewer.orgId,
      id: newId('putback', now),
      personId: viewer.personId,
      state: 'looking',
      progress: {
        subject,
        since,
        until: Math.min(until, now),
        source: subject.kind === 'put_back' ? 'put_back' : 'versions',
        position: { at: since - 1, itemId: '', number: 0 },
        tool: null,
        itemId: '',
        found: 0,
        putBack: 0,
        left: 0,
        unchanged: 0,
      },
      createdAt: now,
    };
    yield* store.putBacks.create(putBack);
    return putBackFields(yield* lookFurther(context, putBack));
  },
});

/** Each that is named must be there, whatever else is wrong. */
function* subjectOf(context: ToolContext, { keyId, agentId, personId, putBackId }: Arguments): Op<PutBackSubject> {
  const { store, viewer } = context;
  const subjects: PutBackSubject[] = [];
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
  if (putBackId !== undefined) {
    yield* endPutBack(context, putBackId);
    subjects.push({ kind: 'put_back', id: putBackId });
  }
  const [subject = { kind: 'time', id: null } as const, another] = subjects;
  if (another) throw refusal('invalid_argument', 'give one of "keyId", "agentId", "personId" and "putBackId", or none for everybody');
  return subject;
}

/** Undoing one that is under way ends it: what it has not come to stays as it is. */
function* endPutBack(context: ToolContext, id: string): Op<void> {
  const putBack = yield* findPutBackForChange(context, id);
  if (putBack.state === 'done') return;
  if (putBack.state !== 'working') throw refusal('invalid_argument', 'argument "putBackId": it has not put anything back yet');
  yield* context.store.putBacks.update({ ...putBack, state: 'done' });
}
