import type { Entrance } from '@gatehouse/domain';

/** Steps of a call that have their own span. */
export type TracedStep = 'store' | 'service';

/** A traced call: one span, with a span below it for each step (D82). */
export interface CallTrace {
  /** Trace of the call with its span as the parent, for the log and for services (D14). */
  readonly traceparent: string;
  /** Runs a step, and passes it the traceparent for the service that it calls. */
  step<T>(step: TracedStep, run: (traceparent: string) => Promise<T>): Promise<T>;
  end(outcome: { code: string; reason: string | undefined; status: number }): void;
}

/** Traces calls. Without it, calls are not traced. */
export interface CallTracing {
  /** Undefined if the caller asks not to be traced. */
  begin(call: { tool: string; origin: { entrance: Entrance; traceparent?: string | undefined }; requestId: string }): CallTrace | undefined;
}

/** Runs a step of a call that may be traced. */
export function inStep<T>(call: { trace?: CallTrace | undefined }, step: TracedStep, run: () => Promise<T>): Promise<T> {
  return call.trace ? call.trace.step(step, run) : run();
}
