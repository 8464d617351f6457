/** Statements of a transaction whose answers nobody waits for: what they say is heard when the next answer is. */
export interface SentAhead {
  add(answer: Promise<unknown>): void;
  /** Resolves when all have answered. */
  answered(): Promise<void>;
  /** The first that failed: what the transaction answers after it is only a consequence. */
  readonly failure: { error: unknown } | undefined;
  /** When what failed was taken back. */
  forget(): void;
}

export function createSentAhead(): SentAhead {
  let answers: Promise<void>[] = [];
  let failure: { error: unknown } | undefined;
  const failed = (error: unknown): void => {
    failure ??= { error };
  };
  return {
    add(answer) {
      answers.push(answer.then(() => {}, failed));
    },
    async answered() {
      await Promise.all(answers);
      answers = [];
    },
    get failure() {
      return failure;
    },
    forget() {
      failure = undefined;
    },
  };
}
