import { minuteMs } from '@gatehouse/domain';
/** What one client may cost the server. Times in milliseconds, sizes in bytes. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its headers. */
  headersTimeout: number;
  /** How often that is checked. */
  connectionsCheckingInterval: number;
  /** Silence on a connection whose answer has begun: a client that does not read is let go. Streams send comments. */
  timeout: number;
  /**
   * For how long clients are told that they may use an idle connection again: most of them let go of it a little before. A server that
   * waits for longer before it cuts idle connections cuts none that a request is on its way on.
   */
  keepAliveTimeout: number;
  /** How much longer it is kept in truth: proxies read no announcement, and use theirs for up to a minute. */
  keepAliveTimeoutBuffer: number;
  maxHeaderSize: number;
  /** Of them, as of all that is shared, one address can have a quarter. */
  maxConnections: number;
  maxRequestsPerSocket: number;
  /** Requests that wait for their answer; above it new ones are shed with 503. */
  maxRequestsInFlight: number;
  /** The whole of a drain, however long the requests in flight still take. */
  drainTimeout: number;
  /** How long a drain only says so in /readyz before it stops listening: what the load balancer needs to notice. */
  drainNotice: number;
}

export const defaultLimits: ServerLimits = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  timeout: 30_000,
  keepAliveTimeout: 5000,
  keepAliveTimeoutBuffer: minuteMs,
  maxHeaderSize: 16 * 1024,
  maxConnections: 10_000,
  maxRequestsPerSocket: 10_000,
  maxRequestsInFlight: 1000,
  drainTimeout: 25_000,
  drainNotice: 0,
};
