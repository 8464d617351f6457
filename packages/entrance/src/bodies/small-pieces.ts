/** Limits the time spent on bodies that come in small pieces: a piece of one byte takes as much time as one of 64 KiB. */
export interface SmallPieces {
  /** Counts the small pieces of one body of a key. Calls `stop` after too many, and `go` when the body may continue. */
  watch(key: string | undefined, turns: Turns): PieceCount;
}

export interface Turns {
  stop: () => void;
  go: () => void;
}

export interface PieceCount {
  add(bytes: number): void;
  /** Ends the count when the body has ended. */
  end(): void;
}

export interface SmallPiecesOptions {
  /** Number of free small pieces in a body. */
  free?: number;
  /** Small pieces per second that a key may send in all its bodies, beyond the free ones. */
  perSecond?: number;
  /** Clock in milliseconds, from any start. */
  now?: () => number;
}

/** Minimum size of pieces that do not count: their bytes take the time. */
export const smallBytes = 1024;
/** At two microseconds per piece, this is a hundredth of the time. */
const standard = { free: 1000, perSecond: 5000, now: () => performance.now() };
/** Maximum remembered keys before paid-up ones are dropped. */
const maxIdle = 256;

export function createSmallPieces(options: SmallPiecesOptions = {}): SmallPieces {
  const { free, perSecond, now } = { ...standard, ...options };
  /** Time at which a key has paid for all pieces that it has sent. */
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

      /** Waits for the key's turn, after all pieces that were read together have arrived. Only then their number is known. */
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
