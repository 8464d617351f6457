import type { Store } from '@gatehouse/storage';
import { createKeyedMutex } from '../../kernel/timing/keyed-mutex.ts';
import { type Call, shareOf } from './call.ts';
import { createKeeping, type Keeping } from './kept-answers.ts';

/** State of calls with idempotency keys outside the database. Made once. // D70 */
export interface Repeats extends Keeping {
  /** Answers a call after those before it that have the same credential, tool and idempotency key. */
  takeTurn<T>(call: Call, answer: () => Promise<T>): Promise<T>;
}

export function createRepeats(store: Store): Repeats {
  const runExclusive = createKeyedMutex();
  return {
    takeTurn: (call, answer) => runExclusive(JSON.stringify([shareOf(call), call.tool.name, call.idempotencyKey]), answer),
    ...createKeeping(store),
  };
}
