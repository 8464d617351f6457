import type { StrangerKind } from '@gatehouse/domain';

const mebibyte = 1024 * 1024;

export interface StrangerLimit {
  rows: number;
  bytes: number;
  /** Makes room by removing the oldest row of the holder with the most; else there is no room until what is there has expired. */
  evicts: boolean;
}

/** What strangers can have stored (D64). */
export interface StrangerLimits {
  kinds: Record<StrangerKind, StrangerLimit>;
  all: { rows: number; bytes: number };
}

const kinds: StrangerLimits['kinds'] = {
  request: { rows: 2000, bytes: 16 * mebibyte, evicts: true },
  client: { rows: 4000, bytes: 16 * mebibyte, evicts: true },
  /** Each with its row of `guesses`, and at most one challenge or company sign-in. */
  try: { rows: 10_000, bytes: 10 * mebibyte, evicts: false },
  log: { rows: 10_000, bytes: 10 * mebibyte, evicts: false },
};

export const strangerLimits: StrangerLimits = { kinds, all: { rows: 20_000, bytes: 40 * mebibyte } };

/** Of a kind, what the networks of one address can have, from wide to narrow. */
export const networkParts = [1 / 4, 1 / 8, 1 / 16] as const;

/** The same for all callers together whose address says nothing, who may be one program or everybody. */
export const nowherePart = 1 / 2;
