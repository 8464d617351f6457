import { Button } from '@mantine/core';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { LatestAttempt } from '../attempts/latest-attempt.tsx';
import { clientSteps as strings } from '../strings.ts';
import { type ClientGuide, isOfThisMachine } from './client-guides.ts';
import styles from './connect-page.module.css';

/** How one client is connected: what to press there and what to paste, and how far it has come. */
export function ClientSteps({ guide: { title, open, isHosted, steps }, url }: { guide: ClientGuide; url: string }) {
  return (
    <div className={styles.made}>
      <p className={styles.lead}>{strings.signsInOnItsOwn(title)}</p>
      {isHosted && isOfThisMachine(url) && <p className={styles.lead}>{strings.runsOnInternetAndCant(title, url)}</p>}
      {open && (
        <div>
          <Button component="a" href={open(url)}>
            {strings.open(title)}
          </Button>
        </div>
      )}
      <ol className={styles.steps}>
        {steps(url).map(({ text, paste }) => (
          <li key={text}>
            <p>{text}</p>
            {paste !== undefined && <CodeBlock text={paste} what={paste === url ? strings.address : strings.configuration(title)} />}
          </li>
        ))}
      </ol>
      <LatestAttempt />
    </div>
  );
}
