import type { StrangerKind } from '@gatehouse/domain';

const mebibyte = 1024 * 1024;

export interface StrangerLimit {
  rows: number;
  bytes: number;
  /**
   * If true, room is made by removing the oldest row of the holder with the most. Otherwise there is no room until existing rows expire.
   */
  evicts: boolean;
}

/** Maximum data that strangers can cause (D64). */
export interface StrangerLimits {
  kinds: Record<StrangerKind, StrangerLimit>;
  all: { rows: number; bytes: number };
}

const kinds: StrangerLimits['kinds'] = {
  request: { rows: 2000, bytes: 16 * mebibyte, evicts: true },
  client: { rows: 4000, bytes: 16 * mebibyte, evicts: true },
  /** Attempts. Each has a row of `guesses`, and at most one challenge or company sign-in. */
  try: { rows: 10_000, bytes: 10 * mebibyte, evicts: false },
  log: { rows: 10_000, bytes: 10 * mebibyte, evicts: false },
};

export const strangerLimits: StrangerLimits = { kinds, all: { rows: 20_000, bytes: 40 * mebibyte } };

/** Share of a kind for the networks of one address, from wide to narrow. */
export const networkParts = [1 / 4, 1 / 8, 1 / 16] as const;

/** Share of all callers without a usable address together. They may be one program or everyone. */
export const nowherePart = 1 / 2;
