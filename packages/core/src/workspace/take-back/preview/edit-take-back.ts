import { idsOfPath } from '@gatehouse/domain';
import type { Op, TakeBack, TakeBackItem, TakeBackPlan } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { noSuchItem } from '../../../kernel/context/no-such-item.ts';
import { defineTool } from '../../../kernel/context/tool.ts';
import { refusal } from '../../../kernel/errors/errors.ts';
import { identifier } from '../../../kernel/schema/schema.ts';
import { decidePage } from '../decide-page.ts';
import { type Entry, entryExample, entryShape, noteExpected } from '../entries.ts';
import { namedPlaces } from '../load/merge-texts.ts';
import { findTakeBackForChange, takeBackExample, takeBackFields, takeBackId, takeBackShape } from '../take-back-fields.ts';

/** Entries that one call decides about. */
const maxEntries = 30;
/** Maximum other entries that are decided again with them. */
const maxOthers = 100;

const input = z.strictObject({
  takeBackId: takeBackId(),
  exclude: z.array(identifier('an entry')).max(maxEntries).default([]).describe('entries to exclude'),
  include: z.array(identifier('an entry')).max(maxEntries).default([]).describe('entries to include again'),
  places: z
    .array(
      z.strictObject({
        itemId: identifier('an entry'),
        placeId: z.string().min(1).max(200).describe('from compare_take_back_item'),
        choice: z.enum(['before', 'now']).describe('before: text before the run; now: current text'),
      }),
    )
    .max(maxEntries)
    .default([]),
});

export const editTakeBack = defineTool({
  name: 'edit_take_back',
  title: 'Edit a take-back',
  description:
    'Exclude entries of a take-back, or choose a text for conflicts with changes of others. Does not change the items yet. A choice is valid until either text changes.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input,
  output: z.object({ takeBack: takeBackShape, items: z.array(entryShape) }),
  example: {
    input: { takeBackId: takeBackExample.takeBackId, exclude: [entryExample.itemId] },
    output: {
      takeBack: takeBackExample,
      items: [
        {
          ...entryExample,
          outcome: 'left',
          expected: 'left',
          isLeftOut: true,
          reason: 'left_out',
          version: null,
          isDeleted: null,
          fields: [],
        },
      ],
    },
  },
  *run(context, { takeBackId, exclude, include, places }) {
    const takeBack = yield* findTakeBackForChange(context, takeBackId);
    if (takeBack.state === 'looking') {
      throw refusal('invalid_argument', 'the changes are still being collected: call continue_take_back until "state" is "ready"');
    }
    const plans = new Map<string, TakeBackItem>();
    function* planOf(itemId: string): Op<TakeBackPlan> {
      const entry = plans.get(itemId) ?? (yield* findOpenEntry(context, takeBack, itemId));
      plans.set(itemId, entry);
      return entry.plan;
    }
    for (const itemId of exclude) (yield* planOf(itemId)).isLeftOut = true;
    for (const itemId of include) delete (yield* planOf(itemId)).isLeftOut;
    for (const { itemId } of places) yield* planOf(itemId);
    yield* requirePlaces(context, takeBack, plans, places);
    for (const { itemId, placeId, choice } of places) {
      const plan = yield* planOf(itemId);
      plan.choices = { ...plan.choices, [placeId]: choice };
    }
    if (plans.size > maxEntries) throw refusal('invalid_argument', `at most ${maxEntries} entries can be edited in one call`);
    return { takeBack: takeBackFields(takeBack), items: yield* noteAll(context, takeBack, plans) };
  },
});

function* findOpenEntry({ store }: ToolContext, takeBack: TakeBack, itemId: string): Op<TakeBackItem> {
  const entry = yield* store.takeBacks.item(takeBack, itemId);
  if (!entry) throw noSuchItem();
  if (entry.outcome !== null)
    throw refusal('invalid_argument', 'this entry is already done: undo the take-back, or change the item itself');
  return { ...entry, plan: { ...entry.plan } };
}

function* requirePlaces(
  context: ToolContext,
  takeBack: TakeBack,
  plans: ReadonlyMap<string, TakeBackItem>,
  places: readonly { itemId: string; placeId: string }[],
): Op<void> {
  const entries = [...new Set(places.map(({ itemId }) => itemId))].flatMap((itemId) => plans.get(itemId) ?? []);
  const known = new Set<string>();
  for (const { entry, body } of yield* decidePage(context, takeBack, entries))
    for (const { id } of body?.places ? namedPlaces(body.places.undecided) : []) known.add(`${entry.itemId} ${id}`);
  if (places.every(({ itemId, placeId }) => known.has(`${itemId} ${placeId}`))) return;
  throw refusal('stale_version', 'argument "placeId": this place has changed since; call compare_take_back_item again');
}

/** Decides again, because the names of other entries and the content of folders depend on these. */
function* noteAll(context: ToolContext, takeBack: TakeBack, plans: ReadonlyMap<string, TakeBackItem>): Op<Entry[]> {
  const { takeBacks, many } = context.store;
  yield* takeBacks.putItems(takeBack, [...plans.values()]);
  const before = yield* many.takeBackItems(takeBack, [...plans.keys()]);
  const shown = yield* noteExpected(context, takeBack, [...plans.values()]);
  const after = yield* many.takeBackItems(takeBack, [...plans.keys()]);
  const places = [...before, ...after].flatMap(({ targetFolder, targetName }) =>
    targetFolder === null || targetName === null ? [] : { folderId: targetFolder, name: targetName },
  );
  const rivals = places.length === 0 ? [] : yield* many.claims(takeBack, places);
  const isOther = ({ itemId, outcome }: TakeBackItem) => outcome === null && !plans.has(itemId);
  yield* noteExpected(context, takeBack, rivals.filter(isOther).slice(0, maxOthers));
  const around = yield* foldersAround(context, [...before, ...after]);
  const entries = new Map((yield* many.takeBackItems(takeBack, around)).map((entry) => [entry.itemId, entry]));
  const folders = around.flatMap((id) => entries.get(id) ?? []).filter(isOther);
  // One after another, because each folder depends on the folders in it.
  for (const folder of folders.slice(0, maxOthers)) yield* noteExpected(context, takeBack, [folder]);
  return shown;
}

/** Present and future folders of entries, and all folders above them, deepest first. */
function* foldersAround({ store, viewer }: ToolContext, entries: readonly TakeBackItem[]): Op<string[]> {
  const places = entries.flatMap(({ folderId, targetFolder }) => [folderId ?? '', (targetFolder ?? '').replace('/', '')]);
  const inner = yield* store.many.folders(viewer, [...new Set(places)]);
  const folders = yield* store.many.folders(viewer, [...new Set(inner.flatMap(idsOfPath))]);
  return folders.toSorted((one, other) => other.path.length - one.path.length).map(({ id }) => id);
}
