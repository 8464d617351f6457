/** Work of one name, one after the other: repetitions within a process wait here, without a connection to the database. */
export function createTurns(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();

  return async function takeTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    // Work answers its own faults: the next one begins either way.
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
