import type { Entrance } from '@gatehouse/domain';

/** What of a call a span of its own stands for. */
export type TracedStep = 'store' | 'service';

/** A call that is traced: it is a span, and its steps are spans below it (D82). */
export interface CallTrace {
  /** The trace of the call, with its span as the parent: logged, and handed on (D14). */
  readonly traceparent: string;
  /** Runs a step, and gives it what is handed on to whom it calls. */
  step<T>(step: TracedStep, run: (traceparent: string) => Promise<T>): Promise<T>;
  end(outcome: { code: string; reason: string | undefined; status: number }): void;
}

/** What traces calls; without it nothing is done. */
export interface CallTracing {
  /** Undefined for a call whose caller asks not to be traced. */
  begin(call: { tool: string; origin: { entrance: Entrance; traceparent?: string | undefined }; requestId: string }): CallTrace | undefined;
}

/** A step of a call that may be traced. */
export function inStep<T>(call: { trace?: CallTrace | undefined }, step: TracedStep, run: () => Promise<T>): Promise<T> {
  return call.trace ? call.trace.step(step, run) : run();
}
