import { itemTypes, taskStatuses } from '@gatehouse/domain';
import type { SearchStatements } from '../engines/sqlite/search-statements.ts';
import { type Op, runSync } from '../kernel/ops.ts';
import type { Viewer } from '../query/visibility.ts';
import type { allQueries } from '../repos/all.ts';
import type { activityQueries } from '../repos/log/activity.ts';
import { sumSpans } from '../repos/log/activity-sums.ts';
import { inboxStart } from '../repos/workspace/inbox/inbox-filter.ts';
import { theNewest } from '../repos/workspace/time-order.ts';
import { acme, ada, nobodyAt, owner, sampleTask } from './sample-rows.ts';

const orgId = acme.id;
const limit = 10;
const time = 5;
const maybe = <T>(value: T): (T | undefined)[] => [undefined, value];
/** A member and one who sees everything: some conditions differ. */
const viewers = [owner, ada];

type Queries = ReturnType<typeof allQueries>;
type LogQueries = ReturnType<typeof activityQueries>;

/** Lists make a query for each set of filters when it is asked for: here each is asked for, with every set that callers can ask for. */
export function askAllLists(queries: Queries, activity: LogQueries, search: SearchStatements): void {
  for (const viewer of viewers) askForItems(viewer, queries);
  askForTasks(queries);
  askForComments(queries);
  for (const viewer of viewers) askForInbox(viewer, queries);
  askForHistories(queries);
  askForPeople(queries);
  askForServices(queries);
  askForLog(queries, activity);
  askForSearch(search);
}

function askForItems(viewer: Viewer, { items, trash, folders, browsing, organizations, past, reviews }: Queries): void {
  const sorts = ['doc', 'skill', 'file'] as const;
  const after = maybe({ updatedAt: time, id: 'item' });
  for (const filter of each({
    sort: sorts,
    order: ['changed', 'created'] as const,
    folderId: maybe('folder'),
    since: maybe(time),
    after,
  })) {
    run(items.list({ viewer, limit, ...filter }));
    run(items.listDocs({ viewer, limit, ...filter }));
    run(items.newest({ viewer, limit, ...filter }));
    run(items.list({ viewer, limit, ...filter, kind: 'pdf' }));
  }
  for (const sort of ['any', 'file or skill', ...sorts] as const) {
    run(items.visible(viewer, sort, 'item'));
    run(items.visibleForChange(viewer, sort, 'item'));
    run(items.toRead(viewer, sort, 'item', 1000));
  }
  const position = { deletedAt: time, id: 'item' };
  for (const type of itemTypes) {
    for (const filter of each({ folderId: maybe('folder'), after: maybe(position) }))
      run(trash.gone({ viewer, type, since: time, limit, ...filter }));
    for (const state of ['kept', 'trash'] as const) run(organizations.use(orgId, type, state, 100));
  }
  for (const after of maybe(position)) run(trash.list(viewer, limit, after));
  for (const after of maybe({ name: 'Plans', id: 'folder' })) run(folders.list(viewer, limit, after));
  const tree = { orgId, rootId: 'folder', path: '/folder/' };
  for (const filter of each({
    rootId: [undefined, null, 'folder'],
    agentId: maybe('agent'),
    after: maybe({ waitsSince: time, id: 'item' }),
  }))
    run(reviews.waiting({ viewer, limit, ...filter }));
  for (const folderId of [null, 'folder']) run(reviews.holdAsking(orgId, folderId));
  for (const place of [tree, null]) {
    run(reviews.countIn(orgId, place));
    run(reviews.acceptIn(orgId, place, nobodyAt(time)));
  }
  run(folders.systemItemsOf(tree, limit));
  run(folders.othersItemsOf(tree, ada.personId, limit));
  run(folders.treeOf(tree, limit));
  run(folders.wholeTreeOf(tree, limit));
  run(folders.childrenOf(orgId, 'folder', limit));
  const places = { folderId: [null, 'folder'], sort: ['name', 'changed'] as const, after: maybe({ key: 'a', id: 'item' }) };
  for (const folderId of places.folderId) run(past.browse({ viewer, folderId, types: itemTypes, asOf: time, after: '', limit }));
  for (const place of each(places)) run(browsing.list({ viewer, types: itemTypes, limit, ...place }));
}

function askForTasks({ tasks }: Queries): void {
  const orders = ['due', 'created'] as const;
  const who = { includeDone: [true, false], status: maybe(taskStatuses[0]), assignee: maybe('ada@acme.test') };
  for (const filter of each({ ...who, dueBefore: maybe(time), since: maybe(time), order: orders, after: maybe(sampleTask(1)) }))
    run(tasks.list({ orgId, limit, ...filter }));
  for (const status of taskStatuses) run(tasks.list({ orgId, limit, includeDone: true, status }));
  for (const filter of each({ isOpen: [undefined, true, false], since: maybe(time), before: maybe(sampleTask(1)) }))
    run(tasks.changed({ orgId, limit, ...filter }));
}

function askForComments({ comments }: Queries): void {
  const subjectId = 'item';
  for (const filter of each({ open: [true, false], afterId: maybe('comment') })) run(comments.list({ orgId, subjectId, limit, ...filter }));
  for (const filter of each({ viewer: viewers, kind: ['agent', 'person'] as const, open: [true, false] })) {
    const { kind, ...more } = filter;
    run(comments.own({ ...more, of: { kind, id: 'maker' }, beforeId: 'comment', limit }));
  }
}

function askForInbox(viewer: Viewer, { inbox }: Queries): void {
  for (const ids of maybe(['item'])) {
    const filter = { viewer, ids, readSince: 0, before: inboxStart, limit };
    for (const kind of ['review', 'skill'] as const) run(inbox.itemsToReview(kind, filter));
    run(inbox.commentsForPerson(filter));
    run(inbox.heldTools(filter));
    run(inbox.newTasks(filter));
  }
}

function askForHistories({ changes, versions, reviewDecisions, visibilityChecks, takeBacks, bulkChanges }: Queries): void {
  run(versions.newest(orgId, 0, limit, theNewest));
  run(versions.newestTold(orgId, 0, limit, theNewest));
  run(reviewDecisions.newest(orgId, 0, limit, theNewest));
  for (const folderId of maybe('folder')) for (const viewer of viewers) run(visibilityChecks.items(viewer, ['item'], folderId));
  for (const before of maybe(3)) {
    run(changes.list(orgId, 'item', limit, before));
    run(versions.list(orgId, 'item', limit, before));
    run(reviewDecisions.list(orgId, 'item', limit, before));
    run(versions.listAttributed(orgId, 'item', limit, before));
  }
  run(bulkChanges.atWork({ createdAt: time, id: 'bulk' }, limit));
  run(bulkChanges.ofPerson(orgId, ada.personId, limit));
  run(bulkChanges.open({ orgId, id: 'bulk' }, limit));
  run(bulkChanges.removeOld(time, limit));
  for (const before of maybe('putback')) run(takeBacks.page(orgId, ada.personId, limit, before));
  for (const after of maybe('folder')) run(takeBacks.expectationsByFolder({ orgId, id: 'putback' }, after, limit));
  const stretch = { after: { at: time, itemId: 'item', number: 1 }, until: 9, limit };
  for (const from of [changes, versions]) {
    run<unknown>(from.look(orgId, stretch));
    for (const maker of ['requestId', 'traceId'] as const) run<unknown>(from.look(orgId, { ...stretch, madeBy: { maker, id: 'call' } }));
    for (const maker of ['keyId', 'agentId', 'personId'] as const) {
      const madeBy = { maker, id: 'maker' };
      run<unknown>(from.look(orgId, { ...stretch, madeBy }));
      run<unknown>(from.newestOf({ orgId, madeBy, limit }));
    }
  }
}

function askForPeople({ organizations, people, groups, keys, agents }: Queries): void {
  const group = { orgId, id: 'group' };
  for (const after of maybe({ name: 'Design', id: 'group' })) run(groups.list({ orgId, personId: ada.personId, at: time }, limit, after));
  for (const afterId of maybe('person')) run(groups.members(group, time, limit, afterId));
  for (const afterId of maybe('person')) run(people.page(orgId, limit, afterId));
  const whose = { personId: maybe(ada.personId), afterId: maybe('id') };
  for (const filter of each({ ...whose, agentId: maybe('agent') })) run(keys.page({ orgId, now: time, limit, ...filter }));
  for (const filter of each({ ...whose, withRemoved: [true, false] })) run(agents.page({ orgId, now: time, limit, ...filter }));
  run(organizations.rename(orgId, 'Acme'));
}

function askForServices({ connections, serviceTools }: Queries): void {
  const of = { orgId, connectionId: 'connection' };
  for (const { count, held } of each({ count: Array.from({ length: 9 }, (_, words) => words), held: [true, false] })) {
    const words = Array.from({ length: count }, (_, index) => `word${index}`);
    run(serviceTools.countListed({ ...of, words, held }));
    for (const after of maybe('name')) run(serviceTools.listed({ ...of, words, held }, limit, after));
  }
  for (const viewer of viewers) {
    for (const after of maybe({ service: 'github', id: 'connection' })) run(connections.list(viewer, limit, after));
    run(connections.summary(viewer, 'connection'));
    const about = { connectionId: maybe('connection'), service: maybe('github'), name: maybe('list'), mode: maybe('read' as const) };
    for (const filter of each(about)) {
      for (const words of [['issue'], ['issue', 'list']]) run(serviceTools.withWords({ viewer, ...filter }, words, limit));
      for (const after of maybe({ service: 'github', name: 'list' })) run(serviceTools.list({ viewer, limit, after, ...filter }));
    }
  }
}

function askForLog({ activitySums }: Queries, activity: LogQueries): void {
  const who = { keyId: maybe('key'), personId: maybe('person'), agentId: maybe('agent'), itemId: maybe('item') };
  const call = { tool: maybe('read_doc'), requestId: maybe('req'), outcome: maybe('ok'), entrance: maybe('http' as const) };
  const span = { since: maybe(time), until: maybe(9) };
  for (const filter of [...each({ ...who, ...span }), ...each({ ...call, ...span })]) {
    run(activity.list({ orgId, limit, ...filter }));
    run(activity.list({ orgId, limit, ...filter, beforeId: 100 }));
    for (const isRefused of maybe(true as const))
      run(activity.look({ orgId, limit, fromId: 0, beforeId: 100, most: 50, isRefused, ...filter }));
  }
  for (const filter of each({ fromId: maybe(1), throughId: maybe(5), news: maybe({ floor: 1 }) }))
    run(activity.list({ orgId, limit, ...filter }));
  const { position } = run(activity.follow({ orgId }));
  run(activity.missed(orgId, position, position));
  for (const span of sumSpans)
    for (const bucket of [span, span * 2]) run(activitySums.read({ orgId, subject: '', span, from: 0, to: span * 10, bucket }));
}

function askForSearch({ byPhrase, byRow, newestBelow, newestWithWords }: SearchStatements): void {
  for (const type of ['any', ...itemTypes]) {
    for (const shape of [type, `${type} folder`]) {
      byRow(shape);
      newestBelow(shape);
      newestWithWords(shape);
      for (const table of ['search_names', 'search_bodies'] as const) byPhrase(`${table} ${shape}`);
    }
  }
}

const run = <T>(program: Op<T>): T => runSync(program);

/** Every choice of one value for each name. */
function each<Values extends Record<string, readonly unknown[]>>(values: Values): { [Name in keyof Values]: Values[Name][number] }[] {
  const choices = Object.entries(values).reduce<object[]>(
    (chosen, [name, given]) => chosen.flatMap((one) => given.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
  return choices as { [Name in keyof Values]: Values[Name][number] }[];
}
