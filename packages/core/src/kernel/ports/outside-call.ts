/** Lets a call that left the process be stopped and watched. */
export interface OutsideCall {
  /** Caller whose share of the queues it uses. */
  caller?: string | undefined;
  signal: AbortSignal;
  /** The caller's trace with this call in it, for the called service; undefined where the caller gave none (D14). */
  traceparent?: string | undefined;
  /** The caller runs this installation, and may be told of what lies behind it (D37). */
  isOperator?: boolean | undefined;
  onProgress?: ((progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void) | undefined;
}

/** How a caller can stop and watch a discovery. */
export type DiscoveryCall = Pick<OutsideCall, 'caller' | 'signal' | 'isOperator' | 'onProgress'>;
