import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Who } from '../../activity/activity-columns.tsx';
import { useNames } from '../../activity/use-names.ts';
import type { LoggedCall } from '../../calls/change-stream.ts';
import { toolQuery } from '../../calls/queries.ts';
import { Section } from '../../frame/side-panel.tsx';
import { actsForAll, useMembership } from '../../session/membership.ts';
import { Entrance } from '../../signs/entrance.tsx';
import { Time } from '../../signs/time.tsx';
import type { Item } from '../item.ts';
import styles from './history.module.css';

/** Of the newest calls about an item: more would be a search through the log. */
const lookedAt = 200;
const readers = /^(read|find|grep|export)_|^grep$/;

/** Who has read an item lately, each once: the newest call of theirs. Members are told of themselves and their agents. */
export function Readers({ item }: { item: Item }) {
  const membership = useMembership();
  const { data } = useQuery(toolQuery(membership.orgId, 'list_activity', { itemId: item.id, outcome: 'ok', limit: lookedAt }));
  const names = useNames();
  const rows = useMemo(() => lastReads(data?.activity ?? []), [data]);
  if (rows.length === 0) return null;
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
    </Section>
  );
}

function lastReads(rows: readonly LoggedCall[]): LoggedCall[] {
  const found = new Map<string, LoggedCall>();
  for (const row of rows) {
    const who = `${row.personId} ${row.agentId}`;
    if (readers.test(row.tool) && !found.has(who)) found.set(who, row);
  }
  return [...found.values()];
}
