import type { ChangeInTime, MadeVersion, Op, TakeBack, TakeBackPlan, TimePosition } from '@gatehouse/storage';
import { ownOnly } from '../../identity/roles/roles.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { logBounds } from '../../kernel/log/log-bounds.ts';
import { changeWords } from '../history/change-words.ts';
import { isOfSubject } from '../reversal/subject.ts';
import { findSubject } from '../reversal/subject-item.ts';
import { noteExpected } from './entries.ts';

/** The most rows that one call reads. */
const maxRows = 200;
/** Items found so far: each is stored. */
const maxItems = 40;
/** Entries that one call decides about. */
const maxPreviewed = 20;
const maxLogRows = 2000;
const nowhere: TimePosition = { at: 0, itemId: '', number: 0 };

/** What people and agents did to tasks and folders before these had a history: only the log knows. */
const withoutHistory = ['create_task', 'update_task', 'create_folder', 'rename_folder', 'share_folder', 'unshare_folder'];

/** Looks through the next part of the changes, and stores what may be taken back. */
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
  // Rows that name their call have values: the log knows no more of it.
  if (progress.subject.kind === 'call' || progress.subject.kind === 'trace') beginPreview(takeBack);
  else Object.assign(progress, { source: 'log', position: nowhere, tool: withoutHistory[0] });
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

/** What one call changed. */
export interface ChangesOfCall {
  requestId: string;
  versions: MadeVersion[];
  changes: ChangeInTime[];
}

/** Stores what one call changed, as far as the caller sees it now; there is nothing to look for. */
export function* writeDownCall(context: ToolContext, takeBack: TakeBack, { versions, changes }: ChangesOfCall): Op<TakeBack> {
  const next: TakeBack = { ...takeBack, state: 'ready', progress: { ...takeBack.progress } };
  const plans = new Map<string, TakeBackPlan>();
  function* note<Row extends TimePosition>(rows: readonly Row[], noteRow: (plan: TakeBackPlan, row: Row) => void): Op<void> {
    for (const row of rows) {
      const plan = plans.get(row.itemId) ?? (yield* planOf(context, next, row.itemId));
      if (!plan) continue;
      plans.set(row.itemId, plan);
      noteRow(plan, row);
    }
  }
  yield* note(versions, noteVersion);
  yield* note(changes, noteChange);
  yield* save(context, next, plans);
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

/** For one key, agent, person, call or trace, only its own rows are read. */
function stretchOf({ subject, position, until }: TakeBack['progress']) {
  const maker = sources[subject.kind];
  const madeBy = maker === undefined || subject.id === null ? undefined : { maker, id: subject.id };
  return { after: position, until, limit: maxRows, madeBy };
}

/** Rows in the order of times, until enough items are found. */
function* collect<Row extends TimePosition & Parameters<typeof isOfSubject>[1]>(
  context: ToolContext,
  takeBack: TakeBack,
  rows: readonly Row[],
  note: (plan: TakeBackPlan, row: Row) => void,
): Op<{ isEnd: boolean }> {
  const { progress } = takeBack;
  const plans = new Map<string, TakeBackPlan>();
  for (const row of rows) {
    if (isOfSubject(progress, row)) {
      if (!plans.has(row.itemId) && plans.size === maxItems) {
        yield* save(context, takeBack, plans);
        return { isEnd: false };
      }
      const plan = plans.get(row.itemId) ?? (yield* planOf(context, takeBack, row.itemId));
      if (plan) {
        plans.set(row.itemId, plan);
        note(plan, row);
      }
    }
    progress.position = { at: row.at, itemId: row.itemId, number: row.number };
  }
  yield* save(context, takeBack, plans);
  return { isEnd: rows.length < maxRows };
}

/** What is stored about an item; undefined if the person who asked does not see it. */
function* planOf(context: ToolContext, takeBack: TakeBack, itemId: string): Op<TakeBackPlan | undefined> {
  const known = yield* context.store.takeBacks.item(takeBack, itemId);
  if (known) return known.plan;
  if (!(yield* findSubject(context, itemId))) return undefined;
  takeBack.progress.found++;
  return { versions: 0, others: [] };
}

function* save({ store }: ToolContext, takeBack: TakeBack, plans: ReadonlyMap<string, TakeBackPlan>): Op<void> {
  for (const [itemId, plan] of plans) yield* store.takeBacks.putItem(takeBack, { itemId, plan, outcome: null });
}

/** The order of an item's history: a version, then the changes at that version, then the next version. */
function considerFirst(plan: TakeBackPlan, at: NonNullable<TakeBackPlan['first']>): void {
  const { first } = plan;
  if (!first || at.version < first.version || (at.version === first.version && at.change < first.change)) plan.first = at;
}

function addOther(plan: TakeBackPlan, what: string): void {
  if (!plan.others.includes(what)) plan.others.push(what);
}

/** Newest first, one tool after the other. Members read their own rows of the log (D44). */
function* lookAtLog(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { store, viewer } = context;
  const { progress } = takeBack;
  const { subject, since, until, position } = progress;
  const tool = progress.tool ?? '';
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
    limit: maxItems,
    most: maxLogRows,
  });
  // A member who asks for what another person did has no rows of theirs.
  const shown = own !== undefined && subject.kind === 'person' && subject.id !== own ? [] : rows;
  const plans = new Map<string, TakeBackPlan>();
  for (const { itemId, itemType } of shown) {
    const plan = itemId === null ? undefined : (plans.get(itemId) ?? (yield* planOf(context, takeBack, itemId)));
    if (itemId === null || !plan) continue;
    // The history knows more about subjects with rows.
    if (!plan.hasRows) addOther(plan, itemType ?? 'task');
    plans.set(itemId, plan);
  }
  yield* save(context, takeBack, plans);
  const last = rows.length === maxItems ? rows.at(-1) : lookedTo;
  if (last) progress.position = { ...nowhere, number: last.id };
  else nextTool(takeBack, tool);
}

function nextTool(takeBack: TakeBack, tool: string): void {
  const next = withoutHistory[withoutHistory.indexOf(tool) + 1];
  if (next === undefined) beginPreview(takeBack);
  else Object.assign(takeBack.progress, { tool: next, position: nowhere });
}

/** Another take-back's work is undone if nobody has changed the item since. */
function* lookAtTakeBack({ store }: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress, orgId } = takeBack;
  const items = yield* store.takeBacks.items({ orgId, id: progress.subject.id ?? '' }, progress.position.itemId, maxItems);
  for (const { itemId, plan, outcome } of items) {
    progress.position = { ...nowhere, itemId };
    if (outcome !== 'taken_back' || !plan.made || !plan.was) continue;
    progress.found++;
    const undoing: TakeBackPlan = { versions: 0, others: [], undoes: { made: plan.made, was: plan.was } };
    yield* store.takeBacks.putItem(takeBack, { itemId, plan: undoing, outcome: null });
  }
  if (items.length < maxItems) beginPreview(takeBack);
}

function beginPreview({ progress }: TakeBack): void {
  Object.assign(progress, { source: 'preview', tool: null, position: nowhere });
}

/** Decides what would happen to the next entries, so that the preview can show numbers first. */
function* lookAtEntries(context: ToolContext, takeBack: TakeBack): Op<void> {
  const { progress } = takeBack;
  const entries = yield* context.store.takeBacks.items(takeBack, progress.position.itemId, maxPreviewed);
  for (const entry of entries) {
    progress.position = { ...nowhere, itemId: entry.itemId };
    yield* noteExpected(context, takeBack, entry);
  }
  if (entries.length < maxPreviewed) takeBack.state = 'ready';
}
