import type { ChangeInTime, TimePosition, ToldVersion } from '@gatehouse/storage';

/** Row of the history: a version, or another change. */
export type HistoryRow = { kind: 'version'; row: TimePosition & ToldRow } | { kind: 'change'; row: ChangeInTime };

/** Fields that both lists of versions have. */
export type ToldRow = Pick<ToldVersion, 'summary' | 'requestId' | 'personId' | 'agentId' | 'entrance'>;

interface Merged {
  rows: HistoryRow[];
  hasMore: boolean;
}

/** Joins versions and changes, each given newest first, into the newest rows of both. */
export function mergeHistory(versions: readonly (TimePosition & ToldRow)[], changes: readonly ChangeInTime[], limit: number): Merged {
  const rows: HistoryRow[] = [];
  let versionsTaken = 0;
  let changesTaken = 0;
  while (rows.length < limit) {
    const version = versions[versionsTaken];
    const change = changes[changesTaken];
    if (change && (!version || isNewer(change, version))) {
      rows.push({ kind: 'change', row: change });
      changesTaken++;
    } else if (version) {
      rows.push({ kind: 'version', row: version });
      versionsTaken++;
    } else break;
  }
  return { rows, hasMore: versionsTaken < versions.length || changesTaken < changes.length };
}

/** A change knows the newest version at its time, which is surer than clocks. */
function isNewer(change: ChangeInTime, version: TimePosition): boolean {
  if (change.itemId === version.itemId) return change.version >= version.number;
  return change.at > version.at || (change.at === version.at && change.itemId > version.itemId);
}
