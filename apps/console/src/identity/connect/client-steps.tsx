import { Button } from '@mantine/core';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { LatestAttempt } from '../attempts/latest-attempt.tsx';
import { type ClientGuide, isOfThisMachine } from './client-guides.ts';
import styles from './connect-page.module.css';

/** Steps to connect one client, and its progress. */
export function ClientSteps({ guide: { title, open, isHosted, steps }, url }: { guide: ClientGuide; url: string }) {
  return (
    <div className={styles.made}>
      <p className={styles.lead}>{title} signs in on its own and needs no key. It sees what you see, within the access you allow.</p>
      {isHosted && isOfThisMachine(url) && (
        <p className={styles.lead}>
          {title} runs on the internet and can't reach {url}. Set GATEHOUSE_BASE_URL to a public https address.
        </p>
      )}
      {open && (
        <div>
          <Button component="a" href={open(url)}>
            Open {title}
          </Button>
        </div>
      )}
      <ol className={styles.steps}>
        {steps(url).map(({ text, paste }) => (
          <li key={text}>
            <p>{text}</p>
            {paste !== undefined && <CodeBlock text={paste} what={paste === url ? 'the address' : `the ${title} configuration`} />}
          </li>
        ))}
      </ol>
      <LatestAttempt />
    </div>
  );
}
