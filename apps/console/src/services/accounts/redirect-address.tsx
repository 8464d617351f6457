import { CopyButton } from '../../agents/code-block.tsx';
import styles from '../connect/connect.module.css';
import type { ConnectionDetails } from '../use-connections.ts';

/** Where the service must send browsers back to; Gatehouse tells the service by itself if it registered its client there. */
export function RedirectAddress({ connection: { access, isManaged } }: { connection: ConnectionDetails }) {
  if (access.type !== 'oauth' || access.clientFrom === 'registered' || !isManaged) return null;
  return (
    <section aria-label="Redirect address">
      <p className={styles.lead}>This redirect address must be registered at the service, for the client id that you gave:</p>
      <div className={styles.copied}>
        <code>{access.redirectUri}</code>
        <CopyButton text={access.redirectUri} what="the redirect address" />
      </div>
    </section>
  );
}
