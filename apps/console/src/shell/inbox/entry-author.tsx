import { Agent, Person } from '../../kernel/signs/who.tsx';
import type { Entry } from './entry.ts';

/** Author of an entry. Tools on hold have their service instead. */
export function EntryAuthor({ of: { by, connection } }: { of: Entry }) {
  if (connection) return connection.service;
  if (!by || by.personId === null) return 'Gatehouse';
  const name = by.name ?? 'Someone who left';
  return by.agentId === null ? <Person name={name} /> : <Agent name={name} person={undefined} />;
}
