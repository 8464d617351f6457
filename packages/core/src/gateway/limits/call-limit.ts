import { minuteMs } from '@gatehouse/domain';
import type { Slot } from '@gatehouse/storage';
import { GatewayError } from '../../kernel/errors/errors.ts';

/** The limit covers any 60 seconds, not calendar minutes (D13). */
export const windowMs = minuteMs;
export const defaultCallsPerMinute = 240;
/** Limit of a session: a page that a person opens makes several calls. // D39 */
export const sessionCallsPerMinute = 600;

/** The caller's limit as answers state it. `resetSeconds` is the time until the next call is free. */
export interface Rate {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export function rateOf(slot: Slot, limit: number): Rate {
  if (slot.admitted) return { limit, remaining: slot.remaining, resetSeconds: toSeconds(slot.resetMs) };
  return { limit, remaining: 0, resetSeconds: toSeconds(slot.waitMs) };
}

export function limitError(rate: Rate, holder: 'key' | 'session' = 'key'): GatewayError {
  const wait = `${rate.resetSeconds} second${rate.resetSeconds === 1 ? '' : 's'}`;
  return new GatewayError('rate_limited', `more than ${rate.limit} calls in a minute with this ${holder}; wait ${wait} and call again`);
}

/** Rounded up: a caller that waits this long is admitted. */
function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
