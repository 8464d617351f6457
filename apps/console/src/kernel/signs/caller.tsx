import type { Names } from '../session/use-names.ts';
import styles from './signs.module.css';
import { Agent, Person } from './who.tsx';

interface Caller {
  agentId: string | null;
  personId: string | null;
}

/** The agent if there is one, otherwise the person. */
export function Who({ row: { agentId, personId }, names }: { row: Caller; names: Pick<Names, 'person' | 'agent'> }) {
  const person = names.person(personId);
  const agent = names.agent(agentId);
  if (agentId !== null) return <Agent name={agent ?? 'Removed agent'} person={person} />;
  if (personId !== null) return <Person name={person ?? 'Removed person'} />;
  return <span className={styles.dim}>Operator</span>;
}
