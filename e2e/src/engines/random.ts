/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  pick<T>(choices: readonly T[]): T;
  /** True once in `of` times. */
  once(of: number): boolean;
}

/** Mulberry32: small, and good enough to choose test operations. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: (choices) => choices[below(choices.length)]!, once: (of) => below(of) === 0 };
}
