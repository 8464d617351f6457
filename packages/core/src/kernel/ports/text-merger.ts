import type { TextTakenBack, TextVersion } from '@gatehouse/domain/take-back';

/** Changes of a large text to take back. Versions never change, so the same versions always have the same result. */
export interface MergeJob {
  /** Key of the text and its versions. */
  key: string;
  before: string;
  versions: readonly TextVersion[];
}

/** Result of a job. Null if it took too long or needed too much memory. */
export type Merged = TextTakenBack | null;

/** Merges large texts outside of transactions, and off the thread that answers calls. */
export interface TextMerger {
  /** Result of a recent job. */
  find(key: string): Merged | undefined;
  /** Merges when it is the caller's turn. Rejects with 503 if too many jobs of this caller wait. */
  merge(job: MergeJob, caller: string): Promise<Merged>;
}

/**
 * Thrown by a program that needs merged texts. The gateway rolls back the program, has the texts merged, and runs it again from its first
 * line. If a new version was saved meanwhile, the second run needs another job.
 */
export class RetryWithMerges extends Error {
  override name = 'MergesNeeded';
  readonly jobs: readonly MergeJob[];

  constructor(jobs: readonly MergeJob[]) {
    super('texts must be merged before this program can continue');
    this.jobs = jobs;
  }
}
