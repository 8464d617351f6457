import { CodeBlock } from '../agents/code-block.tsx';
import { useFocusHere } from '../frame/focus-here.ts';
import { Time } from '../signs/time.tsx';
import styles from './people.module.css';

interface MadeLinkProps {
  /** Null where it was only mailed. */
  link: string | null;
  expiresAt: number;
  to: string;
  mailed: boolean;
  mailFault: string | null;
}

/** A link that was just made: it is shown this once, and mailed where mail is set up. */
export function MadeLink({ link, expiresAt, to, mailed, mailFault }: MadeLinkProps) {
  const news = useFocusHere<HTMLDivElement>();
  return (
    <div {...news} className={styles.stack} role="status">
      {mailed && <p className={styles.text}>The link was mailed to {to}.</p>}
      {mailFault !== null && <p className={styles.text}>The link was not mailed: {mailFault}.</p>}
      {link !== null && (
        <>
          <p className={styles.text}>
            {mailed ? 'You can give it to them as well.' : `Give this link to ${to}.`} It is shown this once, works once, and ends{' '}
            <Time at={expiresAt} />.
          </p>
          <CodeBlock text={link} what="the link" />
        </>
      )}
    </div>
  );
}
