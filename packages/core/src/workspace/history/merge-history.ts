import type { ChangeInTime, Comment, DecisionInTime, TimePosition, ToldVersion } from '@gatehouse/storage';

type VersionRow = { kind: 'version'; row: TimePosition & ToldRow };
type ChangeRow = { kind: 'change'; row: ChangeInTime };
type CommentRow = { kind: 'comment'; row: CommentInTime };
type DecisionRow = { kind: 'decision'; row: DecisionInTime & { agentId: null } };

/** Row of the history: a version, another change, a comment, or a decision about agents' changes. */
export type HistoryRow = VersionRow | ChangeRow | CommentRow | DecisionRow;

/** A comment with its subject and time under the field names of versions. */
export type CommentInTime = Comment & { itemId: string; at: number };

/** Fields that both lists of versions have. */
export type ToldRow = Pick<ToldVersion, 'summary' | 'requestId' | 'personId' | 'agentId' | 'entrance'>;

/** Lists of an equal order, newest first. Comments and decisions are only read if the caller includes them. */
export interface HistoryLists {
  versions: readonly (TimePosition & ToldRow)[];
  changes: readonly ChangeInTime[];
  comments: readonly Comment[];
  decisions: readonly DecisionInTime[];
}

interface Merged {
  rows: HistoryRow[];
  hasMore: boolean;
}

/** Merges versions, changes, comments and decisions into one list, newest first. */
export function mergeHistory({ versions, changes, comments, decisions }: HistoryLists, limit: number): Merged {
  const versionRows = versions.map((row): VersionRow => ({ kind: 'version', row }));
  const changeRows = changes.map((row): ChangeRow => ({ kind: 'change', row }));
  const commentRows = comments.map(
    (comment): CommentRow => ({ kind: 'comment', row: { ...comment, itemId: comment.subjectId, at: comment.createdAt } }),
  );
  const decisionRows = decisions.map((decision): DecisionRow => ({ kind: 'decision', row: { ...decision, agentId: null } }));
  const told = mergeRows(commentRows, decisionRows, isNotOlder);
  const rows = mergeRows(told, mergeRows(changeRows, versionRows, isNewer), isNotOlder);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

function mergeRows<First extends HistoryRow, Second extends HistoryRow>(
  first: readonly First[],
  second: readonly Second[],
  goesFirst: (one: First['row'], other: Second['row']) => boolean,
): (First | Second)[] {
  const merged: (First | Second)[] = [];
  let at = 0;
  for (const other of second) {
    for (let one = first[at]; one && goesFirst(one.row, other.row); one = first[++at]) merged.push(one);
    merged.push(other);
  }
  return [...merged, ...first.slice(at)];
}

/** A decision is about the version before it, and can make the next one at the same time. */
function isNotOlder(one: { at: number }, other: { at: number }): boolean {
  return one.at >= other.at;
}

/** A change knows the newest version at its time, which is surer than clocks. */
function isNewer(change: ChangeInTime, version: TimePosition): boolean {
  if (change.itemId === version.itemId) return change.version >= version.number;
  return change.at > version.at || (change.at === version.at && change.itemId > version.itemId);
}
