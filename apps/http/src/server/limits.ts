import { minuteMs } from '@gatehouse/domain';
/** Limits for the resources that one client may use. Times in milliseconds, sizes in bytes. */
export interface ServerLimits {
  /** Maximum time from the first byte of a request to the end of its headers. */
  headersTimeout: number;
  /** Interval of checks of that limit. */
  connectionsCheckingInterval: number;
  /** Maximum silence on a connection whose answer has begun: clients that do not read are disconnected. Streams send comments. */
  timeout: number;
  /**
   * Time announced to clients for reusing an idle connection. Most clients close it slightly earlier. The server waits longer before it
   * closes idle connections, so that it does not cut off a request under way.
   */
  keepAliveTimeout: number;
  /**
   * Additional time for which idle connections are really kept. Proxies ignore the announcement, and reuse connections for up to a minute.
   */
  keepAliveTimeoutBuffer: number;
  maxHeaderSize: number;
  /** Maximum connections. One address can have a quarter of them. */
  maxConnections: number;
  maxRequestsPerSocket: number;
  /** Maximum requests that wait for their answer. Beyond it, new ones are shed with 503. */
  maxRequestsInFlight: number;
  /** Maximum time of a whole drain, however long the requests in flight take. */
  drainTimeout: number;
  /** Time for which a drain is only reported in /readyz before it stops listening, so that a load balancer can notice. */
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
