/** One request to the database. The engine passes the session it runs on. SQLite answers immediately, Postgres with a promise. */
export type Step = (session: unknown) => unknown;

/** A program over the store: yields steps, returns a value. SQLite runs it synchronously, Postgres awaits each step. */
export type Op<T> = Generator<Step, T, unknown>;

/** Yields one step and returns its answer with the type the query promised. */
export function* ask<T>(step: Step): Op<T> {
  return (yield step) as T;
}

/** Runs a program whose steps answer immediately. */
export function runSync<T>(op: Op<T>, session?: unknown): T {
  let state = op.next();
  while (!state.done) {
    let answer: unknown;
    try {
      answer = state.value(session);
    } catch (error) {
      state = op.throw(error);
      continue;
    }
    state = op.next(answer);
  }
  return state.value;
}

/** Runs a program whose steps answer with promises, one step after the other. */
export async function runAsync<T>(op: Op<T>, session: unknown): Promise<T> {
  let state = op.next();
  while (!state.done) {
    let answer: unknown;
    try {
      answer = await state.value(session);
    } catch (error) {
      state = op.throw(error);
      continue;
    }
    state = op.next(answer);
  }
  return state.value;
}
