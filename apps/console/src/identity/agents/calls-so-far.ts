import type { OutputOf } from '../../kernel/calls/call.ts';
import { numberSoFar } from '../../kernel/words/count-words.ts';

/** Calls in seven days, as `5+` if later ones are not counted yet. An agent without counted calls has made one of these. // D44.4 */
export function callsSoFar({
  callsInWeek,
  hasMoreCalls,
}: Pick<OutputOf<'list_agents'>['agents'][number], 'callsInWeek' | 'hasMoreCalls'>): string {
  return numberSoFar(hasMoreCalls ? Math.max(1, callsInWeek) : callsInWeek, hasMoreCalls);
}
