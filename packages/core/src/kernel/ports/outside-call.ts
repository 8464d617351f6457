/** Options to stop and watch a call that leaves the process. */
export interface OutsideCall {
  /** Caller whose share of the queues is used. */
  caller?: string | undefined;
  signal: AbortSignal;
  /** Trace of the caller that includes this call, for the called service. Undefined if the caller gave none (D14). */
  traceparent?: string | undefined;
  /** True if the caller runs this installation, and may learn about its internal network (D37). */
  isOperator?: boolean | undefined;
  onProgress?: ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
}

/** Options to stop and watch a discovery. */
export type DiscoveryCall = Pick<OutsideCall, 'caller' | 'signal' | 'isOperator' | 'onProgress'>;
