import { ask, type Op, type Step } from '../ops.ts';

/** Questions that programs side by side ask once for all of them. */
export interface Together {
  /**
   * Asks about one key at a time with a question about many: `askAll` gets those that all programs wait for, each once, and answers by
   * their names. An answer is kept and not asked for again, as are those that are known beforehand: for programs that change nothing of it.
   */
  share<Key, Answer>(question: SharedQuestion<Key, Answer>, known?: Iterable<[string, Answer]>): (key: Key) => Op<Answer | undefined>;
  /** Runs programs until each waits for an answer or is done, asks for all of these, and goes on. What they give is in their order. */
  run<T>(programs: readonly Op<T>[]): Op<T[]>;
}

export interface SharedQuestion<Key, Answer> {
  nameOf(key: Key): string;
  askAll(keys: readonly Key[]): Op<ReadonlyMap<string, Answer>>;
}

interface Shared {
  /** Asks about everything that is waited for. */
  settle(): Op<void>;
}

export function createTogether(): Together {
  const questions: Shared[] = [];
  const wait: Step = () => {
    throw new Error('a shared question was asked by a program that does not run together with others');
  };

  return {
    share(question, known) {
      const shared = sharedBy(question, known);
      questions.push(shared);
      return function* (key) {
        const name = question.nameOf(key);
        if (!shared.isKnown(name)) {
          shared.want(name, key);
          yield* ask(wait);
        }
        return shared.answer(name);
      };
    },
    *run<T>(programs: readonly Op<T>[]) {
      const given: T[] = [];
      let going = [...programs.entries()];
      while (going.length > 0) {
        const waiting: typeof going = [];
        for (const [index, program] of going) {
          const state = yield* runTo(wait, program);
          if (state.done) given[index] = state.value;
          else waiting.push([index, program]);
        }
        for (const question of questions) yield* question.settle();
        going = waiting;
      }
      return given;
    },
  };
}

/** Runs a program until it waits or is done; its other steps are asked at once. */
function* runTo<T>(wait: Step, program: Op<T>): Op<IteratorResult<Step, T>> {
  let state = program.next();
  while (!state.done && state.value !== wait) {
    let answer: unknown;
    try {
      answer = yield state.value;
    } catch (error) {
      state = program.throw(error);
      continue;
    }
    state = program.next(answer);
  }
  return state;
}

function sharedBy<Key, Answer>({ askAll }: SharedQuestion<Key, Answer>, answers: Iterable<[string, Answer]> = []) {
  const wanted = new Map<string, Key>();
  const known = new Map<string, Answer | undefined>(answers);
  return {
    isKnown: (name: string) => known.has(name),
    want: (name: string, key: Key) => void wanted.set(name, key),
    answer: (name: string) => known.get(name),
    *settle(): Op<void> {
      if (wanted.size === 0) return;
      const found = yield* askAll([...wanted.values()]);
      for (const name of wanted.keys()) known.set(name, found.get(name));
      wanted.clear();
    },
  };
}
