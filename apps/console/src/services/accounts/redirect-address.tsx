import { CopyButton } from '../../kernel/forms/code-block.tsx';
import styles from '../connect/connect.module.css';
import type { ConnectionDetails } from '../use-connections.ts';

/** Address to which the service must return browsers. Gatehouse registers it itself if it registered its client there. */
export function RedirectAddress({ connection: { access, isManaged } }: { connection: ConnectionDetails }) {
  if (access.type !== 'oauth' || access.clientFrom === 'registered' || !isManaged) return null;
  return (
    <section aria-label="Redirect URI">
      <p className={styles.lead}>Register this redirect URI at the service, for the client ID that you entered:</p>
      <div className={styles.copied}>
        <code>{access.redirectUri}</code>
        <CopyButton text={access.redirectUri} what="the redirect URI" />
      </div>
    </section>
  );
}
