import { StateDot } from '../kernel/signs/state-dot.tsx';
import styles from './services.module.css';
import { status as strings } from './strings.ts';
import type { Connection } from './use-connections.ts';

type ConnectionStatus = Connection['status'];

const words: Record<ConnectionStatus, string> = strings.words;

const dots = { active: 'on', held: 'on', needs_attention: 'waiting', unreachable: 'waiting', paused: 'off' } as const;

/** How a connection does: in a word, and by a dot beside it. */
export function Status({ of: status }: { of: ConnectionStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      <StateDot state={dots[status]} />
      {words[status]}
    </span>
  );
}

export function StatusDot({ of: status }: { of: ConnectionStatus }) {
  return <StateDot state={dots[status]} />;
}

export const statusWords = words;
