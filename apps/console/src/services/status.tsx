import { StateDot } from '../kernel/signs/state-dot.tsx';
import { count } from '../kernel/words/count-words.ts';
import styles from './services.module.css';
import type { Connection } from './use-connections.ts';

type ConnectionStatus = Connection['status'];

const words: Record<ConnectionStatus, string> = {
  active: 'Connected',
  held: 'Connected, tools on hold',
  needs_attention: 'Credentials rejected',
  unreachable: 'Unreachable',
  paused: 'Paused',
};

type Shown = Pick<Connection, 'status'> & Partial<Pick<Connection, 'heldCount'>>;

const dots = { active: 'on', held: 'on', needs_attention: 'waiting', unreachable: 'waiting', paused: 'off' } as const;

/** Health of a connection, in a word and with a dot. */
export function Status({ of: connection }: { of: Shown }) {
  return (
    <span className={styles.status} data-status={connection.status}>
      <StateDot state={dots[connection.status]} />
      {statusWords(connection)}
    </span>
  );
}

export function StatusDot({ of: status }: { of: ConnectionStatus }) {
  return <StateDot state={dots[status]} />;
}

/** The number of held tools is known only for the present. */
export function statusWords({ status, heldCount = 0 }: Shown): string {
  return status === 'held' && heldCount > 0 ? `Connected, ${count(heldCount, 'tool')} on hold` : words[status];
}
