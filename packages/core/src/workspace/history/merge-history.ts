import type { ChangeInTime, Comment, TimePosition, ToldVersion } from '@gatehouse/storage';

/** Row of the history: a version, another change, or a comment. */
export type HistoryRow =
  | { kind: 'version'; row: TimePosition & ToldRow }
  | { kind: 'change'; row: ChangeInTime }
  | { kind: 'comment'; row: CommentInTime };

/** A comment with its subject and time under the field names of versions. */
export type CommentInTime = Comment & { itemId: string; at: number };

/** Fields that both lists of versions have. */
export type ToldRow = Pick<ToldVersion, 'summary' | 'requestId' | 'personId' | 'agentId' | 'entrance'>;

interface Merged {
  rows: HistoryRow[];
  hasMore: boolean;
}

/** Merges versions, changes and comments into one list, newest first. Each input must be newest first. */
export function mergeHistory(
  versions: readonly (TimePosition & ToldRow)[],
  changes: readonly ChangeInTime[],
  limit: number,
  comments: readonly Comment[] = [],
): Merged {
  const rows: HistoryRow[] = [];
  let versionsTaken = 0;
  let changesTaken = 0;
  let commentsTaken = 0;
  while (rows.length < limit) {
    const version = versions[versionsTaken];
    const change = changes[changesTaken];
    const comment = comments[commentsTaken];
    if (comment && comment.createdAt >= Math.max(change?.at ?? 0, version?.at ?? 0)) {
      rows.push({ kind: 'comment', row: { ...comment, itemId: comment.subjectId, at: comment.createdAt } });
      commentsTaken++;
    } else if (change && (!version || isNewer(change, version))) {
      rows.push({ kind: 'change', row: change });
      changesTaken++;
    } else if (version) {
      rows.push({ kind: 'version', row: version });
      versionsTaken++;
    } else break;
  }
  return { rows, hasMore: versionsTaken < versions.length || changesTaken < changes.length || commentsTaken < comments.length };
}

/** A change knows the newest version at its time, which is surer than clocks. */
function isNewer(change: ChangeInTime, version: TimePosition): boolean {
  if (change.itemId === version.itemId) return change.version >= version.number;
  return change.at > version.at || (change.at === version.at && change.itemId > version.itemId);
}
