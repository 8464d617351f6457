import { actsForAll } from '@gatehouse/domain';
import type { Activity, Op, Store, Viewer } from '@gatehouse/storage';
import type { Caller } from '../../kernel/context/context.ts';
import { viewerOf } from '../callers/caller.ts';
import type { LoggedEvent } from './events-of-row.ts';

/** An event as a receiver gets it: identifiers, the kind of change and its author, without content (D81). */
export interface ToldEvent {
  /** Same id in every delivery of this event. */
  id: string;
  body: string;
}

interface Telling {
  store: Store;
  /** Creator of the webhook, with their current rights. */
  creator: Caller;
  now: number;
}

/** Returns the event with the fields that the webhook's creator can see now. Undefined if they cannot see it. */
export function* toldEvent({ store, creator, now }: Telling, event: LoggedEvent, index: number): Op<ToldEvent | undefined> {
  const { type, row, changed } = event;
  const viewer = viewerOf(creator, now);
  const isOwn = actsForAll(creator) || row.personId === creator.personId;
  // Other people learn that something changed, but not who changed it, because they may not read the log.
  if (!isOwn && (!changed || !(yield* isSeen(store, viewer, changed)))) return undefined;
  if (row.personId !== creator.personId && row.connectionId !== null && !(yield* isSeenConnection(store, viewer, row.connectionId)))
    return undefined;
  if (type === 'review.requested' && changed && !(yield* store.reviews.isWaiting(row.orgId, changed.id))) return undefined;
  const comment = type === 'comment.created' && changed ? yield* store.comments.ofRequest(row.orgId, changed.id, row.requestId) : undefined;
  // Most decisions have no note.
  if (type === 'comment.created' && row.tool === 'review_item' && !comment) return undefined;
  const subject = changed && { kind: changed.kind, id: changed.id };
  const data = { orgId: row.orgId, ...subject, ...(comment && { commentId: comment }), ...(isOwn && callOf(row)) };
  const id = `evt_${row.requestId.replace(/^req_/, '')}_${index}`;
  return { id, body: JSON.stringify({ type, timestamp: new Date(row.at).toISOString(), data }) };
}

function* isSeen(store: Store, viewer: Viewer, { kind, id }: NonNullable<LoggedEvent['changed']>): Op<boolean> {
  if (kind === 'task') return true;
  if (kind === 'folder') return (yield* store.visibilityChecks.folders(viewer, [id])).length > 0;
  return (yield* store.visibilityChecks.items(viewer, [id])).length > 0;
}

/** Hides private connections of other people, even from owners. A deleted connection has no known owner. */
function* isSeenConnection(store: Store, viewer: Viewer, connectionId: string): Op<boolean> {
  return (yield* store.connections.visible(viewer, connectionId)) !== undefined;
}

function callOf(row: Activity) {
  const { tool, outcome, reason, status, personId, agentId, keyId, entrance, requestId, service, connectionId, serviceTool } = row;
  const by = { personId, agentId, keyId, entrance };
  const refusal = outcome === 'ok' ? {} : { code: outcome, reason, status };
  const atService = service === null ? {} : { service, connectionId, serviceTool };
  return { tool, requestId, by, ...refusal, ...atService };
}

/** Event for tools of a connection that changed together and wait for approval. */
export function heldEvent(orgId: string, held: { connectionId: string; service: string; changedAt: number; tools: number }): ToldEvent {
  const { connectionId, service, changedAt, tools } = held;
  const data = { orgId, connectionId, service, tools };
  return {
    id: `evt_${connectionId}_${changedAt}`,
    body: JSON.stringify({ type: 'tool.held', timestamp: new Date(changedAt).toISOString(), data }),
  };
}
