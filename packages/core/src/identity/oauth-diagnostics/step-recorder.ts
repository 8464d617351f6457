import { minuteMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';
import { createFixedWindowCounter } from '../../kernel/timing/fixed-window-counter.ts';
import { isOfSomebody, isRefused, keepStep, type NotedStep } from './connect-step.ts';
import { logRefusedStep } from './log-refused-step.ts';

export interface StepRecorder {
  /**
   * Records a step. It is written shortly after the answer, and not at all if one source sends too many. `at` is the time of the request,
   * by default now. Resolves when the request may be answered: a refusal to a known caller is then in the log, like every refused call.
   */
  note(step: NotedStep, at?: number): Promise<void>;
  /** Writes recorded steps and accepts no more. */
  close(): Promise<void>;
}

export interface StepRecorderOptions {
  store: Store;
  clock: () => number;
  report: (error: unknown) => void;
  delayMs?: number;
}

/** Maximum steps in ten minutes for one account, grant or address, and for all unknown sources together. */
const maxOfOne = 60;
const maxWaiting = 100;

/** Stores the steps of clients that sign in (D57), and logs the refused ones if an organization is known. */
export function createStepRecorder({ store, clock, report, delayMs = 500 }: StepRecorderOptions): StepRecorder {
  const taken = createFixedWindowCounter({ windowMs: 10 * minuteMs, now: clock });
  const repeats = createFixedWindowCounter({ windowMs: 10 * minuteMs, now: clock });
  let waiting: { step: NotedStep; at: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  /** True for a step that is not recorded. A client that repeats the same request adds no information. */
  function isTooMuch({ requestId: _anew, ...step }: NotedStep, isLogged: boolean): boolean {
    if ((waiting.length >= maxWaiting && !isLogged) || repeats.add(JSON.stringify(step), 1) > 1) return true;
    return taken.add(step.accountId ?? step.keyId ?? step.address ?? '', 1) > maxOfOne;
  }

  async function write(): Promise<void> {
    const steps = waiting;
    waiting = [];
    if (steps.length === 0) return;
    await store.perform(
      function* () {
        for (const { step, at } of steps) {
          yield* keepStep(store, step, at);
          yield* logRefusedStep(store, step, at);
        }
        yield* store.connectSteps.trim();
      },
      { changes: true },
    );
  }

  function writeNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch(report);
    return writing;
  }

  return {
    async note(step, at = clock()) {
      const isLogged = isRefused(step) && isOfSomebody(step);
      if (isTooMuch(step, isLogged)) return;
      waiting.push({ step, at });
      if (isLogged) await writeNow();
      else timer ??= setTimeout(() => void writeNow(), delayMs).unref();
    },
    close: writeNow,
  };
}
