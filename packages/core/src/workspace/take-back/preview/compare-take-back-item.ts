import { maxDocumentBytes } from '@gatehouse/domain';
import type { Decision } from '@gatehouse/domain/take-back';
import type { FieldValues, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { noSuchItem } from '../../../kernel/context/no-such-item.ts';
import { defineTool } from '../../../kernel/context/tool.ts';
import { refusal } from '../../../kernel/errors/errors.ts';
import { decodeCursor, encodeCursor } from '../../../kernel/schema/cursor.ts';
import { cursor, identifier } from '../../../kernel/schema/schema.ts';
import { nextCursor } from '../../../kernel/schema/shapes.ts';
import { changedFieldShape, changedFields, openReferences } from '../../history/changed-fields.ts';
import { isText, readVersionText } from '../../items/content.ts';
import { clipEnd } from '../../text/clip-text.ts';
import { partShape } from '../../versions/compare-versions.ts';
import { differentParts } from '../../versions/version-difference.ts';
import { type DecidedEntry, decidePage } from '../decide-page.ts';
import { type Entry, entryExample, entryShape, shownEntry } from '../entries.ts';
import { namedPlaces } from '../load/merge-texts.ts';
import { findTakeBack, takeBackExample, takeBackId } from '../take-back-fields.ts';

const answerBytes = 128 * 1024;
const position = z.tuple([z.int().min(0)]);
/** Maximum places to show. People do not decide about more. */
const maxPlaces = 100;

const placeShape = z.object({
  placeId: z.string(),
  now: z.string().describe('current text, with the changes of others: the first 1,000 characters'),
  before: z.string().describe('text before the run'),
  choice: z.enum(['before', 'now']).nullable().describe('null: not chosen, so the current text is kept'),
});

export const compareTakeBackItem = defineTool({
  name: 'compare_take_back_item',
  title: 'Compare an entry of a take-back',
  description:
    'Preview the changes of an entry: its text by lines and by words within them, its fields, and its conflicts with changes of others, with both texts to choose from (edit_take_back).',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ takeBackId: takeBackId(), itemId: identifier('from list_take_back_items'), cursor: cursor() }),
  output: z.object({
    entry: entryShape,
    parts: z.array(partShape).describe('changes from the current text to the new one'),
    fields: z.array(changedFieldShape),
    places: z.array(placeShape),
    nextCursor,
  }),
  example: {
    input: { takeBackId: takeBackExample.takeBackId, itemId: entryExample.itemId },
    output: {
      entry: entryExample,
      parts: [],
      fields: [{ field: 'name', before: 'Release notes', after: 'Notes' }],
      places: [],
      nextCursor: null,
    },
  },
  *run(context, { takeBackId, itemId, cursor }) {
    const takeBack = yield* findTakeBack(context, takeBackId);
    const stored = yield* context.store.takeBacks.item(takeBack, itemId);
    const [decided] = stored ? yield* decidePage(context, takeBack, [stored]) : [];
    const entry = decided && shownEntry(decided);
    if (!stored || !entry || !decided?.subject) throw noSuchItem();
    const { subject, decision } = decided;
    if (entry.isDone) throw refusal('invalid_argument', 'this entry is done: see its history for the changes');
    const list = `difference ${takeBack.id} ${itemId}`;
    const [from] = cursor === undefined ? [0] : decodeCursor(list, position, cursor);
    const texts = decision && subject.item && (yield* textsOf(context, subject.item, entry, decision));
    const { parts, next } = texts ? differentParts(texts.now, texts.result, from, answerBytes) : { parts: [], next: undefined };
    return {
      entry,
      parts,
      fields: yield* changedFields(openReferences(context), valuesOf(decided)),
      places: placesOf(decided, stored.plan.choices),
      nextCursor: next === undefined ? null : encodeCursor(list, [next]),
    };
  },
});

/** The values that fields have now, each from its last row, and those that they get. */
function valuesOf({ decision, data }: DecidedEntry): { fieldsBefore: FieldValues; fieldsAfter: FieldValues } {
  const fieldsAfter = decision?.values ?? {};
  const known: FieldValues = Object.assign({}, ...(data?.rows ?? []).map(({ after }) => after ?? {}));
  return { fieldsBefore: Object.fromEntries(Object.keys(fieldsAfter).map((field) => [field, known[field] ?? null])), fieldsAfter };
}

/** The item's text now and afterwards. Undefined if it has none, if it is too large to compare, or if it stays the same. */
function* textsOf(
  context: ToolContext,
  item: VisibleItem,
  { version }: Entry,
  { body }: Decision,
): Op<{ now: string; result: string } | undefined> {
  if (!isText(item) || item.sizeBytes > maxDocumentBytes) return undefined;
  const now = yield* readVersionText(context, item, item.versionCount);
  if (body?.kind === 'text') return body.text === now ? undefined : { now, result: body.text };
  if (body?.kind !== 'version' || version === null) return undefined;
  const older = yield* context.store.versions.find(item.orgId, item.id, version);
  const isComparable = (older?.kind === 'text' || older?.kind === 'skill') && older.sizeBytes <= maxDocumentBytes;
  return isComparable ? { now, result: yield* readVersionText(context, item, version) } : undefined;
}

function placesOf({ body }: DecidedEntry, choices: Record<string, 'before' | 'now'> = {}): z.input<typeof placeShape>[] {
  if (!body?.places) return [];
  return namedPlaces(body.places.undecided)
    .slice(0, maxPlaces)
    .map(({ id, now, was }) => ({ placeId: id, now: clipEnd(now), before: clipEnd(was), choice: choices[id] ?? null }));
}
