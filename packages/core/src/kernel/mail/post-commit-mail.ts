import { z } from 'zod';
import type { Mail } from './mailer.ts';

/** Mail of a call. It is sent after the commit, never inside the transaction. */
export interface Outbox {
  mail?: Mail | undefined;
  /** True if the answer waits for the mail and reports the outcome in `mailed` and `mailFault`. */
  isAwaited?: boolean;
}

/** Outcome of a tool's mail, as part of its answer. `notMailed` until it was sent. */
export const mailedShape = z.object({
  mailed: z.boolean(),
  /** Reason why it was not mailed. Null if it was mailed, or if this gateway sends no mail. */
  mailFault: z.string().nullable(),
});

export type Mailed = z.input<typeof mailedShape>;

export const notMailed: Mailed = { mailed: false, mailFault: null };
