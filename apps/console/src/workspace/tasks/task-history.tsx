import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Section } from '../../kernel/layout/side-panel.tsx';
import { isChange } from '../../kernel/live/affected.ts';
import { useChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { taskHistory as strings } from '../strings.ts';
import styles from './tasks.module.css';

/** Who made and changed a task, the last one first. */
export function TaskHistory({ taskId }: { taskId: string }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const names = useNames();
  const wanted = toolQuery(orgId, 'list_activity', { itemId: taskId, outcome: 'ok', limit: 500 });
  // Nothing keeps it fresh while it is not shown.
  const { data } = useQuery({ ...wanted, staleTime: 0 });
  useChanges((change) => {
    const rows = change.kind === 'rows' ? change.rows.filter((row) => row.itemId === taskId && isChange(row)) : [];
    if (rows.length === 0) return;
    // The rows themselves are all that there is to ask for; only an answer under way may lack them.
    if (queries.isFetching(wanted) > 0) void queries.invalidateQueries(wanted);
    else queries.setQueryData(wanted.queryKey, (kept) => kept && { ...kept, activity: [...rows.toReversed(), ...kept.activity] });
  });
  const rows = data?.activity.filter(isChange) ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={strings.history}>
      <ol className={styles.history}>
        {rows.map((row) => (
          <li key={row.id}>
            <Who row={row} names={names} />
            <span className={styles.dim}>{row.tool === 'create_task' ? strings.createdThisTask : strings.changedIt}</span>
            <Entrance entrance={row.entrance} />
            <span className={styles.when}>
              <Time at={row.at} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
