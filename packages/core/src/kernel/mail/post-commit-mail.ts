import { z } from 'zod';
import type { Mail } from './mailer.ts';

/** The mail of a call: it leaves when what the call changed is committed, and never inside the transaction. */
export interface Outbox {
  mail?: Mail | undefined;
  /** Whether the answer waits for it, and says in `mailed` and `mailFault` what came of it. */
  isAwaited?: boolean;
}

/** What the answer of a tool says of its mail; `notMailed` until it was sent. */
export const mailedShape = z.object({
  mailed: z.boolean(),
  /** Why it was not mailed; null where it was, or where this gateway sends no mail. */
  mailFault: z.string().nullable(),
});

export type Mailed = z.input<typeof mailedShape>;

export const notMailed: Mailed = { mailed: false, mailFault: null };
