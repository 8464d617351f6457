/** Addresses and credentials that an attacker has. */
export interface Target {
  url: string;
  /** A key of its own, which may write. */
  key: string;
  /** The path of a file of 8 MiB that can be downloaded. */
  download: string;
}

/** Number of times that an attacker has done each thing. */
export type Counts = Record<string, number>;

/** Attacks until aborted, and counts its actions. */
export type Attack = (target: Target, until: AbortSignal, count: (what: string, by?: number) => void) => Promise<void>;
