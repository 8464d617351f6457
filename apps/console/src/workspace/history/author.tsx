import { Agent, Person } from '../../kernel/signs/who.tsx';
import type { Version } from './use-versions.ts';

/** Author of a version: an agent with its person, a person, or Gatehouse. */
export function Author({ of: { agent, person } }: { of: Pick<Version, 'agent' | 'person'> }) {
  if (agent) return <Agent name={agent.name} person={person?.name} />;
  return person ? <Person name={person.name} email={person.email} /> : <span>Gatehouse</span>;
}

export function authorName({ agent, person }: Pick<Version, 'agent' | 'person'>): string {
  if (agent) return person ? `${agent.name} for ${person.name}` : agent.name;
  return person?.name ?? 'Gatehouse';
}
