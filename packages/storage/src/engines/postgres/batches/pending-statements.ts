/** Statements of a transaction that run without waiting for their answers. Their failures show when the next answer is awaited. */
export class PendingStatements {
  #answers: Promise<void>[] = [];
  #failure: { error: unknown } | undefined;

  /** First failure. Later failures of the transaction only follow from it. */
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

  /** Forgets the failure after its changes were rolled back. */
  forget(): void {
    this.#failure = undefined;
  }
}
