import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import panel from '../../kernel/layout/panel.module.css';
import { Time } from '../../kernel/signs/time.tsx';

interface MadeLinkProps {
  /** Null if it was only mailed. */
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
    <div {...news} className={panel.stack} role="status">
      {mailed && <p className={panel.dim}>Link sent to {to}.</p>}
      {mailFault !== null && <p className={panel.dim}>The e-mail couldn't be sent. Check the address, or send the link yourself.</p>}
      {link !== null && (
        <>
          <p className={panel.dim}>
            {mailed ? 'You can also send the link yourself.' : `Send this link to ${to}.`} Copy it now: you won't see it again. It works
            once and expires <Time at={expiresAt} />.
          </p>
          <CodeBlock text={link} what="the link" />
        </>
      )}
    </div>
  );
}
