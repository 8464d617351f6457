import type { TextTakenBack, TextVersion } from '@gatehouse/domain/take-back';

/** Changes of a large text to be taken back. Versions never change, so what is made of the same ones is always the same. */
export interface MergeJob {
  /** Names the text and its versions. */
  key: string;
  before: string;
  versions: readonly TextVersion[];
}

/** What became of a job; null where it took too long, or more memory than it may. */
export type Merged = TextTakenBack | null;

/** Merges large texts outside of transactions, and not on the thread that answers calls. */
export interface TextMerger {
  /** What is known of a job that was done lately. */
  find(key: string): Merged | undefined;
  /** Merges when it is the caller's turn. Rejects with 503 if this caller has too many waiting. */
  merge(job: MergeJob, caller: string): Promise<Merged>;
}

/**
 * Thrown by a program that needs a merged text. The gateway takes back what the program did, has the text merged, and runs it again from its
 * first line: if somebody has saved a version meanwhile, that is another job.
 */
export class RetryWithMerge extends Error {
  override name = 'MergeNeeded';
  readonly job: MergeJob;

  constructor(job: MergeJob) {
    super('a text must be merged before this program can go on');
    this.job = job;
  }
}
