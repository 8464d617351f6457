import { longTime } from '../../kernel/words/time-words.ts';
import styles from './offers.module.css';
import { usePrepare } from './use-prepare.ts';

/** Button next to a change in a history. Finds all changes of the same call, to take them back. */
export function TakeBackCall({ requestId, at }: { requestId: string | null; at: number }) {
  const { prepare, isPending } = usePrepare();
  // Changes from before requests were stored cannot be looked up by request.
  if (requestId === null) return null;
  return (
    <button
      type="button"
      className={styles.offer}
      aria-label={`Take back the change of ${longTime(at)}`}
      disabled={isPending}
      onClick={() => prepare({ requestId })}
    >
      Take back
    </button>
  );
}
