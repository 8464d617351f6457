/** What an attacker knows of the gateway. */
export interface Target {
  url: string;
  /** A key of its own, which may write. */
  key: string;
  /** The path of a file of 8 MiB that can be downloaded. */
  download: string;
}

/** How often an attacker has done what. */
export type Counts = Record<string, number>;

/** Attacks until it is told to stop, and counts what it does. */
export type Attack = (target: Target, until: AbortSignal, count: (what: string, by?: number) => void) => Promise<void>;
