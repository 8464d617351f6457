import type pg from 'pg';
import type { Answer, Sent } from '../pipeline/statement.ts';
import type { WatchedLane } from './held-up.ts';

export interface Asked extends Sent {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
  /** On another connection too: the first answer counts, and this one is ignored if it fails. */
  isAskedAgain: boolean;
}

export interface Lane extends WatchedLane<Asked[]> {
  client: pg.Client | undefined;
  connecting: Promise<pg.Client> | undefined;
  /** Asked in this turn. */
  asked: Asked[];
  /** Asked, and not answered yet. */
  waiting: number;
}

export function makeLane(): Lane {
  return { client: undefined, connecting: undefined, asked: [], waiting: 0, sent: [], firstSeen: undefined, isHeldUp: false };
}

export function isBetter(one: Lane, than: Lane): boolean {
  return one.isHeldUp === than.isHeldUp ? one.waiting < than.waiting : than.isHeldUp;
}

/** True for a statement that can be sent a second time: it only reads, and was not sent again already. */
export function isRepeatable({ statement, isAskedAgain }: Asked): boolean {
  return statement.kind === 'reads' && !isAskedAgain;
}
