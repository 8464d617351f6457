import { createFairQueue, type Waiting } from '@gatehouse/domain';

/** A job that waits for its turn in the shared commit. */
export interface OrderedJob extends Waiting {
  /** Milliseconds on the process's clock. */
  since: number;
  /** True if the job lets others go first. */
  givesWay: boolean;
}

/** Maximum time for which a job lets others go first. It gets its turn even under constant load. */
const givesWayMs = 25;

/** Order of jobs: callers by the time that they have used (D51). Jobs that give way run last. */
export function createJobOrder<Job extends OrderedJob>() {
  const waiting = createFairQueue<Job>('commits');
  const givingWay: Job[] = [];

  function isTurnOfGivingWay(): boolean {
    const [job] = givingWay;
    return job !== undefined && (waiting.length === 0 || performance.now() - job.since >= givesWayMs);
  }

  return {
    push(job: Job): void {
      if (job.givesWay) givingWay.push(job);
      else waiting.push(job);
    },
    /** Takes the next job. A job that gives way can only be the first of a transaction. */
    take(isFirst: boolean): Job | undefined {
      return isFirst && isTurnOfGivingWay() ? givingWay.shift() : waiting.take();
    },
    charge(job: Job, ms: number): void {
      if (!job.givesWay) waiting.charge(job, ms);
    },
    takeAll: (): Job[] => [...waiting.takeAll(), ...givingWay.splice(0)],
    get length() {
      return waiting.length + givingWay.length;
    },
  };
}
