/** Bounds the time that bodies take by coming in small pieces: a piece of one byte costs as much of it as one of 64 KiB. */
export interface SmallPieces {
  /** Counts the pieces of one body of a key; `stop` is told when there were too many, `go` when the body may come on. */
  watch(key: string | undefined, turns: Turns): PieceCount;
}

export interface Turns {
  stop: () => void;
  go: () => void;
}

export interface PieceCount {
  add(bytes: number): void;
  /** The body is over. */
  end(): void;
}

export interface SmallPiecesOptions {
  /** How many of a body are free. */
  free?: number;
  /** How many a key may send in a second, in all of its bodies, beyond those that are free. */
  perSecond?: number;
  /** Milliseconds, of any beginning. */
  now?: () => number;
}

/** Larger ones do not count: their bytes take the time. */
export const smallBytes = 1024;
/** Two microseconds each: a hundredth of the time. */
const standard = { free: 1000, perSecond: 5000, now: () => performance.now() };
/** Keys that are remembered although they may go on at once. */
const maxIdle = 256;

export function createSmallPieces(options: SmallPiecesOptions = {}): SmallPieces {
  const { free, perSecond, now } = { ...standard, ...options };
  /** When a key will have had time for all it has sent. */
  const paidAt = new Map<string | undefined, number>();

  function charge(key: string | undefined): void {
    if (paidAt.size > maxIdle) for (const [other, at] of paidAt) if (at < now()) paidAt.delete(other);
    paidAt.set(key, Math.max(paidAt.get(key) ?? 0, now()) + 1000 / perSecond);
  }

  return {
    watch(key, { stop, go }) {
      let count = 0;
      let isStopped = false;
      let timer: NodeJS.Timeout | undefined;

      /** When all that was read together has come: only then is known how much it was. */
      function waitForTurn(): void {
        timer = setTimeout(goOn, Math.max(0, (paidAt.get(key) ?? 0) - now()));
      }
      function goOn(): void {
        isStopped = false;
        go();
      }

      return {
        add(bytes) {
          if (bytes >= smallBytes || ++count <= free) return;
          charge(key);
          if (isStopped) return;
          isStopped = true;
          stop();
          timer = setTimeout(waitForTurn, 0);
        },
        end: () => clearTimeout(timer),
      };
    },
  };
}
