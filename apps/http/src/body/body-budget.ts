/** Bounds what all bodies together hold of memory, however many callers send large ones at once. */
export interface BodyBudget {
  /** False when there is no room for so many more bytes. */
  take(bytes: number): boolean;
  release(bytes: number): void;
  readonly held: number;
}

export function createBodyBudget(maximumBytes: number): BodyBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > maximumBytes) return false;
      held += bytes;
      return true;
    },
    release(bytes) {
      held -= bytes;
    },
    get held() {
      return held;
    },
  };
}
