import type { WebhookEvent } from '@gatehouse/domain';
import type { Activity, Op, Store } from '@gatehouse/storage';
import { type ChangedKind, type ChangedSubject, changedSubjects } from '../feeds/changed-subjects.ts';
import { changesIn } from '../feeds/touched.ts';
import type { Registry } from '../registry/registry.ts';

/** An event from a row of the log, before checking who can see it. The same row always gives the same events in the same order. */
export interface LoggedEvent {
  type: WebhookEvent;
  row: Activity;
  /** Changed subject. Undefined if the call was refused. */
  changed?: ChangedSubject | undefined;
}

const eventOf: Record<ChangedKind, WebhookEvent> = {
  doc: 'item.changed',
  file: 'item.changed',
  skill: 'item.changed',
  folder: 'folder.changed',
  task: 'task.changed',
};

/** Tools that change comments, not their subject. Only new comments have an event. // D74 */
const eventsOnComments: ReadonlyMap<string, WebhookEvent | undefined> = new Map([
  ['add_comment', 'comment.created'],
  ['resolve_comment', undefined],
  ['edit_comment', undefined],
  ['delete_comment', undefined],
]);

export function* eventsOfRow(store: Store, registry: Registry, row: Activity): Op<LoggedEvent[]> {
  if (row.outcome !== 'ok') return [{ type: 'call.refused', row }];
  // An answer that is repeated was announced the first time.
  if (row.reason === 'replayed' || changesIn(registry, [row]).length === 0) return [];
  const subjects = yield* changedSubjects(store, row);
  if (!eventsOnComments.has(row.tool)) {
    const changes = subjects.map((changed) => ({ type: eventOf[changed.kind], row, changed }));
    return [...changes, ...reviewEvents(row, subjects)];
  }
  const type = eventsOnComments.get(row.tool);
  return type ? subjects.map((changed) => ({ type, row, changed })) : [];
}

/**
 * A decision of a person, with its note as a comment, or a change of an agent that may wait for one: whether there is a note, and whether the
 * change waits, is known when the event is sent. They come last, so that the other events of the row keep their identifiers. // D78
 */
function reviewEvents(row: Activity, subjects: readonly ChangedSubject[]): LoggedEvent[] {
  const types: WebhookEvent[] =
    row.tool === 'review_item' ? ['review.decided', 'comment.created'] : row.agentId === null ? [] : ['review.requested'];
  return types.flatMap((type) =>
    subjects
      .filter(({ kind }) => kind === 'doc' || kind === 'file' || (kind === 'skill' && type !== 'review.requested'))
      .map((changed) => ({ type, row, changed })),
  );
}
