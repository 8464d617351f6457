import type { CancelFromPrimary, CancelFromWorker } from './messages.ts';

export interface CancelRelayOptions {
  /** Tells every worker, those that retire too. Returns how many. */
  tellAll: (message: CancelFromPrimary) => number;
  /** How long to wait for workers that may be dying. */
  patienceMs: number;
}

interface Question {
  names: string[];
  /** How many calls all workers have, by name. */
  counts: number[];
  missing: number;
  timer: NodeJS.Timeout;
}

/**
 * The primary's part in cancelling calls: a cancellation is another request than its call, so it can reach another worker. All are asked
 * first, because clients number their calls by themselves: where two have the same name, neither is cancelled.
 */
export function createCancelRelay({ tellAll, patienceMs }: CancelRelayOptions): (message: CancelFromWorker) => void {
  const questions = new Map<number, Question>();
  let latest = 0;

  function ask(names: string[]): void {
    const id = ++latest;
    const timer = setTimeout(decide, patienceMs, id);
    const question: Question = { names, counts: names.map(() => 0), missing: 0, timer };
    questions.set(id, question);
    question.missing = tellAll({ kind: 'calls_wanted', id, names });
  }

  function decide(id: number): void {
    const question = questions.get(id);
    if (!question) return;
    questions.delete(id);
    clearTimeout(question.timer);
    const names = question.names.filter((_, index) => question.counts[index] === 1);
    if (names.length > 0) tellAll({ kind: 'cancel', names });
  }

  return (message) => {
    if (message.kind === 'cancel_wanted') return ask(message.names);
    const question = questions.get(message.id);
    if (!question) return;
    question.counts = question.counts.map((count, index) => count + (message.counts[index] ?? 0));
    question.missing--;
    if (question.missing === 0) decide(message.id);
  };
}
