import { CodeBlock } from '../agents/code-block.tsx';
import { Time } from '../signs/time.tsx';
import styles from './people.module.css';

/** A link that was just made: it is shown this once. */
export function MadeLink({ link, expiresAt, to }: { link: string; expiresAt: number; to: string }) {
  return (
    <div className={styles.stack} role="status">
      <p className={styles.text}>
        Give this link to {to}. It is shown this once, works once, and ends <Time at={expiresAt} />.
      </p>
      <CodeBlock text={link} what="the link" />
    </div>
  );
}
