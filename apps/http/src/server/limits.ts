/** What one client may cost the server. Times in milliseconds, sizes in bytes. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its headers. */
  headersTimeout: number;
  /** From the first byte of a request to the end of its body. */
  requestTimeout: number;
  /** How often the two are checked. */
  connectionsCheckingInterval: number;
  /** Silence on a connection whose answer has begun: a client that does not read is let go. Streams send comments. */
  timeout: number;
  keepAliveTimeout: number;
  maxHeaderSize: number;
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
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  timeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 10_000,
  maxRequestsPerSocket: 10_000,
  maxRequestsInFlight: 1000,
  drainTimeout: 25_000,
  drainNotice: 0,
};
