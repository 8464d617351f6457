/** Statements of a transaction whose answers nobody waits for: what they say is heard when the next answer is. */
export class PendingStatements {
  #answers: Promise<void>[] = [];
  #failure: { error: unknown } | undefined;

  /** The first that failed: what the transaction answers after it is only a consequence. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  add(answer: Promise<unknown>): void {
    this.#answers.push(
      answer.then(
        () => {},
        (error: unknown) => {
          this.#failure ??= { error };
        },
      ),
    );
  }

  /** Resolves when all have answered. */
  async answered(): Promise<void> {
    await Promise.all(this.#answers);
    this.#answers = [];
  }

  /** When what failed was taken back. */
  forget(): void {
    this.#failure = undefined;
  }
}
