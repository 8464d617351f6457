/** Connection of this browser to the gateway. */
export type ConnectionState = { isOnline: true } | { isOnline: false; since: number };

export interface Connection {
  state(): ConnectionState;
  /** Hears of every change of the state. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Called after a request without an answer. Checks if the gateway still answers. */
  doubt(): void;
  /** Called when the gateway has answered. */
  answered(): void;
  /** Checks the gateway until it answers, and then resolves. */
  whenAnswered(): Promise<void>;
}

export interface ConnectionOptions {
  /** Checks if the gateway answers. Never rejects. */
  ask(): Promise<boolean>;
  wait(ms: number): Promise<void>;
  clock(): number;
}

const firstWaitMs = 500;
const maxWaitMs = 4000;

/** Connection state of the whole application. After an unanswered call, it checks the gateway until it answers again. */
export function createConnection({ ask, wait, clock }: ConnectionOptions): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = { isOnline: true };
  let asking: Promise<void> | undefined;
  /** Counts answers: an older question that failed must not outweigh a newer answer. */
  let answers = 0;

  function change(next: ConnectionState): void {
    if (next.isOnline === state.isOnline) return;
    state = next;
    for (const listener of listeners) listener();
  }

  async function askUntilAnswered(): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
      const before = answers;
      const isThere = await ask();
      if (isThere || answers > before) return change({ isOnline: true });
      change({ isOnline: false, since: clock() });
      await wait(waitMs);
    }
  }

  function whenAnswered(): Promise<void> {
    asking ??= askUntilAnswered().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return {
    state: () => state,
    subscribe,
    doubt: () => void whenAnswered(),
    whenAnswered,
    answered() {
      answers++;
      change({ isOnline: true });
    },
  };
}
