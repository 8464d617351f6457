/** Runs work one at a time for each key, in the order of the calls. Resolves or rejects like the work. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();

  return async function runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    // The next work begins even if this one fails. Each caller gets only its own fault.
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
