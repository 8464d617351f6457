import type { Op, Store } from '@gatehouse/storage';

/** Moment of a kill: before a changing statement, counted from the start of the process, or after a number of answered calls. */
export type KillPoint = { statement: number } | { step: number };

/** A store that does something at a point, with how many statements it has done by then. */
export function killedAt(store: Store, point: KillPoint, kill: () => void) {
  let [statements, steps] = [0, 0];

  function* counted<T>(program: Op<T>): Op<T> {
    let next = program.next();
    while (!next.done) {
      statements++;
      if ('statement' in point && statements === point.statement) kill();
      let answer: unknown;
      try {
        answer = yield next.value;
      } catch (error) {
        next = program.throw(error);
        continue;
      }
      next = program.next(answer);
    }
    return next.value;
  }

  const watched: Store = {
    ...store,
    perform: (program, options) => store.perform(options.changes ? () => counted(program()) : program, options),
  };
  return {
    store: watched,
    statements: () => statements,
    afterStep() {
      steps++;
      if ('step' in point && steps === point.step) kill();
    },
  };
}
