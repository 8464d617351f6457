import { actsForAll } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { useRows } from '../../kernel/calls/pages.ts';
import { Section } from '../../kernel/layout/side-panel.tsx';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { count } from '../../kernel/words/count-words.ts';
import type { Item } from '../item/item.ts';
import styles from './history.module.css';
import { callsOfVersion, readsOf } from './reads.ts';
import type { Version } from './use-versions.ts';

/** Maximum readers named for a version. The log lists all readers. */
const maxNamed = 3;

/** The newest calls about an item that this person may read in the log: members their own and their agents'. */
export function useItemCalls(item: Pick<Item, 'id'>) {
  const { orgId } = useMembership();
  const { rows, more, hasNextPage } = useRows(orgId, 'list_activity', { itemId: item.id, outcome: 'ok' }, 'activity');
  return { calls: rows ?? [], more, hasNextPage };
}

/** The readers of an item, each with their newest call. */
export function Readers({ item }: { item: Item }) {
  const membership = useMembership();
  const { calls, more, hasNextPage } = useItemCalls(item);
  const names = useNames();
  const rows = readsOf(calls);
  if (rows.length === 0 && !hasNextPage) return null;
  return (
    <Section title={actsForAll(membership) ? 'Read by' : 'Read by you and your agents'}>
      <ul className={styles.readers}>
        {rows.map((row) => (
          <li key={row.id} className={styles.line}>
            <Who row={row} names={names} />
            <Entrance entrance={row.entrance} />
            <span className={styles.when}>
              <Time at={row.at} />
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="compact-xs" onClick={more}>
          Show earlier readers
        </Button>
      )}
    </Section>
  );
}

interface VersionReadersProps {
  version: number;
  versions: readonly Version[];
  calls: readonly LoggedCall[];
}

/** Readers of a version while it was the newest one, from the loaded part of the log. */
export function VersionReaders({ version, versions, calls }: VersionReadersProps) {
  const names = useNames();
  const reads = readsOf(callsOfVersion(calls, versions, version));
  if (reads.length === 0) return null;
  const left = reads.length - maxNamed;
  return (
    <div className={styles.readBy}>
      <span>Read by</span>
      {reads.slice(0, maxNamed).map((row) => (
        <Who key={row.id} row={row} names={names} />
      ))}
      {left > 0 && <span>and {count(left, 'other')}</span>}
    </div>
  );
}
