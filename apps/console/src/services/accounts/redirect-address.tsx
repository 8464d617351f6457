import { CopyButton } from '../../kernel/forms/code-block.tsx';
import styles from '../connect/connect.module.css';
import { redirectAddress as strings } from '../strings.ts';
import type { ConnectionDetails } from '../use-connections.ts';

/** Where the service must send browsers back to; Gatehouse tells the service by itself if it registered its client there. */
export function RedirectAddress({ connection: { access, isManaged } }: { connection: ConnectionDetails }) {
  if (access.type !== 'oauth' || access.clientFrom === 'registered' || !isManaged) return null;
  return (
    <section aria-label={strings.redirectAddress}>
      <p className={styles.lead}>{strings.thisRedirectAddressMustBe}</p>
      <div className={styles.copied}>
        <code>{access.redirectUri}</code>
        <CopyButton text={access.redirectUri} what={strings.redirectAddress2} />
      </div>
    </section>
  );
}
