import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Who } from '../activity/activity-columns.tsx';
import { useNames } from '../activity/use-names.ts';
import { isChange } from '../calls/affected.ts';
import { toolQuery } from '../calls/queries.ts';
import { useChanges } from '../calls/use-changes.ts';
import { Section } from '../frame/side-panel.tsx';
import { useMembership } from '../session/membership.ts';
import { Entrance } from '../signs/entrance.tsx';
import { Time } from '../signs/time.tsx';
import styles from './tasks.module.css';

/** Who made and changed a task, the last one first. */
export function TaskHistory({ taskId }: { taskId: string }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const names = useNames();
  const wanted = toolQuery(orgId, 'list_activity', { itemId: taskId, outcome: 'ok', limit: 500 });
  const { data } = useQuery(wanted);
  useChanges((change) => {
    if (change.kind === 'rows' && change.rows.some((row) => row.itemId === taskId && isChange(row)))
      void queries.invalidateQueries({ queryKey: wanted.queryKey });
  });
  const rows = data?.activity.filter(isChange) ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title="History">
      <ol className={styles.history}>
        {rows.map((row) => (
          <li key={row.id}>
            <Who row={row} names={names} />
            <span className={styles.dim}>{row.tool === 'create_task' ? 'created this task' : 'changed it'}</span>
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
