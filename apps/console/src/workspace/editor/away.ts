import type { LoggedCall } from '../../kernel/live/change-stream.ts';

/** Why an item that is edited cannot be saved: nobody sees it here any more, or nobody may change it. */
export type Away = 'gone' | 'protected' | 'read_only' | 'too_large';

/** What is known of an item that is gone: who did it is undefined where the person may not read that in the log. */
export type WhyGone =
  | { what: 'deleted'; at: number; by: Pick<LoggedCall, 'agentId' | 'personId'> | undefined }
  /** It was moved out of sight, its folder is no longer shared, or it was deleted forever. */
  | { what: 'out_of_sight' };

const deletions = new Set(['delete_doc', 'delete_file', 'delete_folder']);

/** @param calls about the item and its folder, as far as the person may read them, newest first */
export function whyGone(trashed: { deletedAt: number } | undefined, calls: readonly LoggedCall[]): WhyGone {
  if (!trashed) return { what: 'out_of_sight' };
  const call = calls.find(({ tool, outcome }) => outcome === 'ok' && deletions.has(tool));
  return { what: 'deleted', at: trashed.deletedAt, by: call && { agentId: call.agentId, personId: call.personId } };
}
