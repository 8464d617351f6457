import { useNames } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import historyStyles from '../history/history.module.css';
import type { Item } from '../item/item.ts';
import { usedBy as strings } from '../strings.ts';
import { countOldMachines, isOld } from './old-readers.ts';
import { useSkillUse } from './review-notice.tsx';
import styles from './skills.module.css';

/** Who loaded a skill last, with which program, on which machine, and which version that was. // D72 */
export function UsedBy({ item }: { item: Pick<Item, 'id'> }) {
  const { data, error, refetch } = useSkillUse(item.id);
  const names = useNames();
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const old = countOldMachines(data);
  return (
    <section className={styles.used}>
      <h2>{strings.usedBy}</h2>
      {data.loads.length === 0 && <p className={historyStyles.none}>{strings.nobody}</p>}
      {old > 0 && <p className={historyStyles.none}>{strings.haveOlderVersions(old)}</p>}
      <ul className={historyStyles.readers} aria-label={strings.usedBy}>
        {data.loads.map((load) => (
          <li key={`${load.agentId ?? load.personId} ${load.client} ${load.machine} ${load.version}`} className={historyStyles.line}>
            <Who row={load} names={names} />
            {load.client !== '' && <span>{load.client}</span>}
            {load.machine !== '' && <span>{strings.on(load.machine)}</span>}
            <span className={historyStyles.summary}>
              {isOld(load, data) ? strings.olderVersion(load.version) : strings.version(load.version)}
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
