import { useNames } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { number } from '../../kernel/words/count-words.ts';
import historyStyles from '../history/history.module.css';
import type { Item } from '../item/item.ts';
import { countOldMachines, isOld } from './old-readers.ts';
import { useSkillUse } from './review-notice.tsx';
import styles from './skills.module.css';

/** Last readers of a skill, with program, machine and version. // D72 */
export function UsedBy({ item }: { item: Pick<Item, 'id'> }) {
  const { data, error, refetch } = useSkillUse(item.id);
  const names = useNames();
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const old = countOldMachines(data);
  return (
    <section className={styles.used}>
      <h2>Used by</h2>
      {data.loads.length === 0 && <p className={historyStyles.none}>No one has loaded this skill yet.</p>}
      {old > 0 && (
        <p className={historyStyles.none}>
          {old === 1 ? '1 machine has an older version.' : `${number(old)} machines have older versions.`}
        </p>
      )}
      <ul className={historyStyles.readers} aria-label="Used by">
        {data.loads.map((load) => (
          <li key={`${load.agentId ?? load.personId} ${load.client} ${load.machine} ${load.version}`} className={historyStyles.line}>
            <Who row={load} names={names} />
            {load.client !== '' && <span>{load.client}</span>}
            {load.machine !== '' && <span>on {load.machine}</span>}
            <span className={historyStyles.summary}>
              {isOld(load, data) ? `version ${load.version} (older)` : `version ${load.version}`}
            </span>
            <span className={historyStyles.when}>
              <Time at={load.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
