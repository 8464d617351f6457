/** Values that follow from the bytes that a hash names. What was not asked for the longest goes first. */
export class KeptByHash<Value> {
  readonly #values = new Map<string, Value>();
  readonly #maxValues: number;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** Those that are kept. */
  getAll(hashes: readonly string[]): Map<string, Value> {
    const found = new Map<string, Value>();
    for (const hash of hashes) {
      const value = this.#values.get(hash);
      if (value === undefined) continue;
      found.set(hash, value);
      this.set(hash, value);
    }
    return found;
  }

  set(hash: string, value: Value): void {
    this.#values.delete(hash);
    this.#values.set(hash, value);
    if (this.#values.size <= this.#maxValues) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
