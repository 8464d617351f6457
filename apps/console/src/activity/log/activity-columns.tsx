import type { Column } from '../../kernel/list/column.ts';
import type { Names } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { useNow } from '../../kernel/signs/now.ts';
import { codeWords } from '../../kernel/words/code-words.ts';
import { count } from '../../kernel/words/count-words.ts';
import { clockTime, duration, exactSecond } from '../../kernel/words/time-words.ts';
import styles from './activity.module.css';
import type { ActivityRow } from './filters.ts';

export function columnsOf(names: Names): Column<ActivityRow>[] {
  return [
    { id: 'at', title: 'Time', width: 'minmax(60px, 116px)', cell: ({ at }) => <Clock at={at} /> },
    { id: 'entrance', title: 'Entrance', width: '64px', from: 560, cell: ({ entrance }) => <Entrance entrance={entrance} /> },
    { id: 'who', title: 'Who', width: 'minmax(72px, 1fr)', cell: (row) => <Who row={row} names={names} /> },
    { id: 'tool', title: 'Tool', width: 'minmax(86px, 1.8fr)', cell: (row) => <Tool row={row} /> },
    { id: 'outcome', title: 'Outcome', width: 'minmax(72px, 1fr)', cell: (row) => <Outcome row={row} /> },
    { id: 'took', title: 'Took', width: '72px', from: 640, align: 'end', cell: ({ durationMicros }) => duration(durationMicros) },
  ];
}

function Clock({ at }: { at: number }) {
  const now = useNow();
  return (
    <time className={styles.clock} dateTime={new Date(at).toISOString()} title={exactSecond(at)}>
      {clockTime(at, now)}
    </time>
  );
}

function Tool({ row: { tool, serviceTool, itemName, count: calls } }: { row: ActivityRow }) {
  const name = serviceTool ?? tool;
  return (
    <span className={styles.tool} title={itemName ? `${name}: ${itemName}` : name}>
      {name}
      {itemName && <span className={styles.item}> {itemName}</span>}
      {calls > 1 && <span className={styles.dim}> {count(calls, 'call')}</span>}
    </span>
  );
}

/** Outcome of a call in words: quiet if ok, with its reason if refused, prominent if it failed. */
export function Outcome({ row: { outcome, reason, status } }: { row: ActivityRow }) {
  const style = outcome === 'ok' ? styles.dim : status >= 500 ? styles.failed : styles.refused;
  return (
    <span className={style} title={[status, outcome, reason].filter((part) => part !== null).join(' ')}>
      {reason === 'replayed' ? 'OK, repeated call' : codeWords(reason ?? outcome)}
    </span>
  );
}
