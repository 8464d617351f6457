import type pg from 'pg';
import type { Answer, Sent } from '../pipeline/statement.ts';
import type { WatchedLane } from './held-up.ts';

export interface Asked extends Sent {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
  /** True if it was also sent on another connection. The first answer counts, and a failure here is ignored. */
  isAskedAgain: boolean;
}

export interface Lane extends WatchedLane<Asked[]> {
  client: pg.Client | undefined;
  connecting: Promise<pg.Client> | undefined;
  /** Statements of this turn. */
  asked: Asked[];
  /** Number of statements without an answer. */
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
