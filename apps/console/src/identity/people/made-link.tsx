import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { madeLink as strings } from '../strings.ts';
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
      {mailed && <p className={styles.text}>{strings.linkSentTo(to)}</p>}
      {mailFault !== null && <p className={styles.text}>{strings.eMailCouldntBeSent}</p>}
      {link !== null && (
        <>
          <p className={styles.text}>
            {mailed ? strings.youCanAlsoSendLink : strings.sendThisLinkTo(to)} {strings.copyItNow} <Time at={expiresAt} />.
          </p>
          <CodeBlock text={link} what={strings.link} />
        </>
      )}
    </div>
  );
}
