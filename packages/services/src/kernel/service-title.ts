import { type Foreign, isBlank, maxConnectionName } from '@gatehouse/domain';
import type { Redactor } from './redact.ts';

/** Name that a service gives itself, as a name for its connection: one line, cut to the maximum. Undefined without one. */
export function serviceTitle(said: Foreign | undefined, redactor: Pick<Redactor, 'quote'>): string | undefined {
  const quoted = redactor.quote(said ?? '').slice(0, maxConnectionName);
  const title = quoted.replace(/\p{Cs}$/u, '').trim();
  return isBlank(title) ? undefined : title;
}
