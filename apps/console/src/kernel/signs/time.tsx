import { minuteMs } from '@gatehouse/domain';
import { exactTime, relativeTime } from '../words/time-words.ts';
import { useNow } from './now.ts';
import styles from './signs.module.css';

/** "3 min ago", exact on hover. */
export function Time({ at, never = 'Never' }: { at: number | null | undefined; never?: string }) {
  const now = useNow();
  if (at === null || at === undefined) return <span className={styles.dim}>{never}</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className={styles.time}>
      {relativeTime(at, Math.max(now, at > now && at - now < minuteMs ? at : now))}
    </time>
  );
}
