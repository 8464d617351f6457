import type { OutputOf } from '../calls/call.ts';
import styles from './signs.module.css';

export type EntranceName = OutputOf<'list_activity'>['activity'][number]['entrance'];

const names: Record<EntranceName, string> = { http: 'HTTP', mcp: 'MCP', console: 'Console', cli: 'CLI' };

/** Entrance of a call. */
export function Entrance({ entrance }: { entrance: EntranceName }) {
  return <span className={styles.tag}>{names[entrance]}</span>;
}
