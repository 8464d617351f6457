import { maxFolderDepth } from '@gatehouse/domain';
import type { ChangeInTime, MadeVersion, Op, TakeBack, TakeBackItem, TakeBackPlan, TimePosition } from '@gatehouse/storage';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { logBounds } from '../../kernel/log/log-bounds.ts';
import { changeWords } from '../history/change-words.ts';
import { isText } from '../items/content.ts';
import { noteExpected } from './entries.ts';
import { isOfSubject } from './load/changes-of-run.ts';
import { findSubjects } from './load/load-page.ts';

/** Maximum rows that one call reads. */
const maxRows = 200;
/** Maximum entries that one call decides about, and bytes of their texts, because merging texts takes time. */
const maxPreviewed = 100;
const maxPreviewedBytes = 512 * 1024;
const maxLogRows = 2000;
const nowhere: TimePosition = { at: 0, itemId: '', number: 0 };

/** Tools for tasks and folders. The log alone contains their calls from before the history of these began (D65, D67). */
const withoutHistory = ['create_task', 'update_task', 'create_folder', 'rename_folder', 'share_folder', 'unshare_folder'];

/** Reads the next part of the changes, and stores those that may be taken back. */
export function* lookFurther(context: ToolContext, takeBack: TakeBack): Op<TakeBack> {
  const next: TakeBack = { ...takeBack, progress: { ...takeBack.progress } };
  switch (next.progress.source) {
    case 'versions':
      yield* lookAtVersions(context, next);
      break;
    case 'changes':
      yield* lookAtChanges(context, next);
      break;
    case 'log':
      yield* lookAtLog(context, next);
      break;
    case 'take_back':
      yield* lookAtTakeBack(context, next);
      break;
    case 'preview':
      yield* lookAtEntries(context, next);
      break;
    case 'names':
      yield* settleEntries(context, next);
      break;
    default:
      next.progress.source satisfies never;
  }
  yield* context.store.takeBacks.update(next);
  return next;
}

function* lookAtVersions(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress } = takeBack;
  const rows = yield* context.store.versions.look(takeBack.orgId, stretchOf(progress));
  const found = yield* collect(context, takeBack, rows, noteVersion);
  if (found.isEnd) Object.assign(progress, { source: 'changes', position: { ...nowhere, at: progress.since - 1 } });
}

function* lookAtChanges(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress } = takeBack;
  const rows = yield* context.store.changes.look(takeBack.orgId, stretchOf(progress));
  const found = yield* collect(context, takeBack, rows, noteChange);
  if (!found.isEnd) return;
  if (yield* hasValues(context, progress)) beginPreview(takeBack);
  else Object.assign(progress, { source: 'log', position: nowhere, tool: withoutHistory[0] });
}

/** True if all wanted changes have rows with values, so that the log adds nothing. Rows that name their call always have values. */
function* hasValues({ store, viewer }: ToolContext, { subject, since }: TakeBack['progress']): Op<boolean> {
  if (subject.kind === 'call' || subject.kind === 'trace') return true;
  return since >= (yield* store.organizations.historySince(viewer.orgId));
}

function noteVersion(plan: TakeBackPlan, { number }: { number: number }): void {
  plan.versions++;
  considerFirst(plan, { version: number, change: 0 });
}

function noteChange(plan: TakeBackPlan, change: ChangeInTime): void {
  if (change.fieldsAfter) plan.hasRows = true;
  for (const word of changeWords(change.itemId, change)) {
    if (word === 'deleted' || word === 'restored') considerFirst(plan, { version: change.version, change: change.number });
    else if (!change.fieldsAfter) addOther(plan, word);
  }
}

/** Changes of one call. */
export interface ChangesOfCall {
  requestId: string;
  versions: MadeVersion[];
  changes: ChangeInTime[];
}

/** Stores the changes of one call to items that the caller can see now. Nothing needs to be searched. */
export function* writeDownCall(context: ToolContext, takeBack: TakeBack, { versions, changes }: ChangesOfCall): Op<TakeBack> {
  const next: TakeBack = { ...takeBack, progress: { ...takeBack.progress } };
  const plans = yield* plansOf(context, next, [...versions, ...changes]);
  note(plans, versions, noteVersion);
  note(plans, changes, noteChange);
  yield* save(context, next, plans);
  beginPreview(next);
  yield* context.store.takeBacks.update(next);
  return next;
}

const sources = {
  key: 'keyId',
  agent: 'agentId',
  person: 'personId',
  call: 'requestId',
  trace: 'traceId',
  time: undefined,
  take_back: undefined,
} as const;

/** Limits reading to the rows of a single key, agent, person, call or trace. */
function stretchOf({ subject, position, until }: TakeBack['progress']) {
  const maker = sources[subject.kind];
  const madeBy = maker === undefined || subject.id === null ? undefined : { maker, id: subject.id };
  return { after: position, until, limit: maxRows, madeBy };
}

/** Stores the items of rows, which are ordered by time. */
function* collect<Row extends TimePosition & Parameters<typeof isOfSubject>[1]>(
  context: ToolContext,
  takeBack: TakeBack,
  rows: readonly Row[],
  noteRow: (plan: TakeBackPlan, row: Row) => void,
): Op<{ isEnd: boolean }> {
  const { progress } = takeBack;
  const ofRun = rows.filter((row) => isOfSubject(progress, row));
  const plans = yield* plansOf(context, takeBack, ofRun);
  note(plans, ofRun, noteRow);
  yield* save(context, takeBack, plans);
  const last = rows.at(-1);
  if (last) progress.position = { at: last.at, itemId: last.itemId, number: last.number };
  return { isEnd: rows.length < maxRows };
}

type Plans = ReadonlyMap<string, TakeBackPlan>;

/** Plans for the items of rows, without items that the requesting person cannot see. */
function* plansOf(context: ToolContext, takeBack: TakeBack, rows: readonly { itemId: string }[]): Op<Plans> {
  const ids = [...new Set(rows.map(({ itemId }) => itemId))];
  const plans = new Map<string, TakeBackPlan>();
  const known = new Map((yield* context.store.many.takeBackItems(takeBack, ids)).map(({ itemId, plan }) => [itemId, plan]));
  const seen = yield* findSubjects(
    context,
    ids.filter((id) => !known.has(id)),
  );
  for (const itemId of ids) {
    const plan = known.get(itemId);
    if (plan) plans.set(itemId, plan);
    else if (seen.has(itemId)) {
      takeBack.progress.found++;
      plans.set(itemId, { versions: 0, others: [] });
    }
  }
  return plans;
}

function note<Row extends { itemId: string }>(plans: Plans, rows: readonly Row[], noteRow: (plan: TakeBackPlan, row: Row) => void): void {
  for (const row of rows) {
    const plan = plans.get(row.itemId);
    if (plan) noteRow(plan, row);
  }
}

function* save({ store }: ToolContext, takeBack: TakeBack, plans: Plans): Op<void> {
  yield* store.takeBacks.putItems(
    takeBack,
    [...plans].map(([itemId, plan]) => ({ itemId, plan, outcome: null })),
  );
}

/** Keeps the earliest place in an item's history: a version comes before the changes at that version, and these before the next version. */
function considerFirst(plan: TakeBackPlan, at: NonNullable<TakeBackPlan['first']>): void {
  const { first } = plan;
  if (!first || at.version < first.version || (at.version === first.version && at.change < first.change)) plan.first = at;
}

function addOther(plan: TakeBackPlan, what: string): void {
  if (!plan.others.includes(what)) plan.others.push(what);
}

/** Reads the log for one tool after the other, newest rows first. Members read only their own rows (D44). */
function* lookAtLog(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { store, viewer } = context;
  const { progress } = takeBack;
  const { subject, since, position } = progress;
  const tool = progress.tool ?? '';
  const until = Math.min(progress.until, (yield* store.organizations.historySince(viewer.orgId)) - 1);
  const bounds = yield* logBounds(context, { since, until });
  const named = subject.id === null || subject.kind === 'take_back' ? {} : { [`${subject.kind}Id`]: subject.id };
  const own = ownOnly(context);
  const { rows, lookedTo } = yield* store.activity.look({
    orgId: viewer.orgId,
    since,
    until,
    outcome: 'ok',
    tool,
    ...named,
    ...(own !== undefined && { personId: own }),
    fromId: bounds.fromId,
    beforeId: position.number === 0 ? bounds.beforeId : position.number,
    limit: maxRows,
    most: maxLogRows,
  });
  // Members cannot read another person's rows of the log.
  const shown = own !== undefined && subject.kind === 'person' && subject.id !== own ? [] : rows;
  const about = shown.flatMap(({ itemId, itemType }) => (itemId === null ? [] : { itemId, what: itemType ?? 'task' }));
  const plans = yield* plansOf(context, takeBack, about);
  note(plans, about, (plan, { what }) => {
    // The history says more about a subject that has rows there.
    if (!plan.hasRows) addOther(plan, what);
  });
  yield* save(context, takeBack, plans);
  const last = rows.length === maxRows ? rows.at(-1) : lookedTo;
  if (last) progress.position = { ...nowhere, number: last.id };
  else nextTool(takeBack, tool);
}

function nextTool(takeBack: TakeBack, tool: string): void {
  const next = withoutHistory[withoutHistory.indexOf(tool) + 1];
  if (next === undefined) beginPreview(takeBack);
  else Object.assign(takeBack.progress, { tool: next, position: nowhere });
}

/** Plans the undo of another take-back: for each entry that it took back, the state before and the result. */
function* lookAtTakeBack({ store }: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress, orgId } = takeBack;
  const done = yield* store.takeBacks.items({ orgId, id: progress.subject.id ?? '' }, progress.position.itemId, maxRows);
  const undoing = done.flatMap(({ itemId, plan: { made, was }, outcome }) => {
    const plan: TakeBackPlan | undefined = made && was && { versions: 0, others: [], undoes: { made, was } };
    return outcome === 'taken_back' && plan ? { itemId, plan, outcome: null } : [];
  });
  progress.found += undoing.length;
  yield* store.takeBacks.putItems(takeBack, undoing);
  progress.position = { ...nowhere, itemId: done.at(-1)?.itemId ?? progress.position.itemId };
  if (done.length < maxRows) beginPreview(takeBack);
}

function beginPreview({ progress }: TakeBack): void {
  Object.assign(progress, { source: 'preview', tool: null, position: nowhere });
}

/** Decides what would happen to the next entries, so that the preview can show numbers first. */
function* lookAtEntries(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress } = takeBack;
  const entries = yield* context.store.takeBacks.items(takeBack, progress.position.itemId, maxPreviewed);
  const page = yield* firstOf(context, entries);
  yield* noteExpected(context, takeBack, page, 'first');
  progress.position = { ...nowhere, itemId: page.at(-1)?.itemId ?? progress.position.itemId };
  if (page.length < entries.length || entries.length === maxPreviewed) return;
  Object.assign(progress, { source: 'names', position: nowhere });
  if ((yield* context.store.takeBacks.waiting(takeBack, '', 1)).length === 0) takeBack.state = 'ready';
}

/** Decides again about entries that depend on others: names that several need, and folders by their future content. */
function* settleEntries(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress } = takeBack;
  const entries = yield* context.store.takeBacks.waiting(takeBack, progress.position.itemId, maxPreviewed);
  const page = yield* firstOf(context, entries);
  const { rounds = 0 } = progress;
  const isLast = rounds === maxFolderDepth;
  yield* noteExpected(context, takeBack, page, isLast ? 'last' : 'settling');
  progress.position = { ...nowhere, itemId: page.at(-1)?.itemId ?? progress.position.itemId };
  if (page.length < entries.length || entries.length === maxPreviewed) return;
  // A folder waits for the decisions about the folders in it.
  const isWaiting = !isLast && (yield* context.store.takeBacks.waiting(takeBack, '', 1)).length > 0;
  Object.assign(progress, { position: nowhere, rounds: isWaiting ? rounds + 1 : 0 });
  if (!isWaiting) takeBack.state = 'ready';
}

/** Returns the first entries whose texts are small enough to merge while other calls wait (D56), and at least one. */
function* firstOf(context: ToolContext, entries: readonly TakeBackItem[]): Op<readonly TakeBackItem[]> {
  const subjects = yield* findSubjects(
    context,
    entries.map(({ itemId }) => itemId),
  );
  let bytes = 0;
  const end = entries.findIndex(({ itemId }, index) => {
    const item = subjects.get(itemId)?.item;
    if (item && isText(item)) bytes += item.sizeBytes;
    return index > 0 && bytes > maxPreviewedBytes;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
