import type { OutputOf } from '../../kernel/calls/call.ts';
import { attemptWords, attempt as strings } from '../strings.ts';

type ConnectAttempt = OutputOf<'list_connect_attempts'>['attempts'][number];

interface Words {
  /** Undefined where a request was refused. */
  why?: string;
  change?: string | ((origin: string) => string);
}

const byReason: Record<ConnectAttempt['reason'], Words> = attemptWords;

/** What happened to a client that signs in, and what to do. */
export function sayAttempt(
  { reason, step, steps }: Pick<ConnectAttempt, 'reason' | 'step' | 'steps'>,
  origin: string,
): { why: string; change: string | undefined } {
  const { why, change } = byReason[reason];
  const error = steps.findLast((one) => one.step === step && one.status >= 400)?.answered.error ?? 'refused';
  return { why: why ?? strings.refused(strings.requests[step], error), change: typeof change === 'function' ? change(origin) : change };
}
