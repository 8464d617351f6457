import type { LoggedCall } from '../../kernel/live/change-stream.ts';

/** Reason why an edited item cannot be saved: it is gone, or cannot be changed. */
export type Away = 'gone' | 'protected' | 'read_only' | 'too_large';

/** Details about an item that is gone. The author is undefined if the person cannot read it in the log. */
export type WhyGone =
  | { what: 'deleted'; at: number; by: Pick<LoggedCall, 'agentId' | 'personId'> | undefined }
  /** Moved out of sight, no longer shared, or purged. */
  | { what: 'out_of_sight' };

const deletions = new Set(['delete_doc', 'delete_file', 'delete_folder']);

/** @param calls about the item and its folder, as far as the person may read them, newest first */
export function whyGone(trashed: { deletedAt: number } | undefined, calls: readonly LoggedCall[]): WhyGone {
  if (!trashed) return { what: 'out_of_sight' };
  const call = calls.find(({ tool, outcome }) => outcome === 'ok' && deletions.has(tool));
  return { what: 'deleted', at: trashed.deletedAt, by: call && { agentId: call.agentId, personId: call.personId } };
}
