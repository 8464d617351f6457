import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { GatewayError, internalError, newId } from '@gatehouse/core';
import { createQuotas } from '@gatehouse/domain';
import { createAddressReader, createPrincipalReader, type TrustedProxies } from '@gatehouse/entrance';
import { answerAndClose, errorAnswer } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';
import { createCrossOrigin } from '../headers/cross-origin.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type ClientErrorHandler, createClientErrorHandler, refuse } from './client-errors.ts';
import { drainServer } from './drain.ts';
import { defaultLimits, type ServerLimits } from './limits.ts';
import { watchLoopLag } from './loop-lag.ts';
import { type AnsweredRequest, createRequestLines } from './request-lines.ts';
import { createRequestListener } from './request-listener.ts';
import { createRequestsInFlight, type RequestsInFlight } from './requests-in-flight.ts';

export interface HttpServerOptions {
  /** The application: all entrances mounted on one Hono app. */
  fetch: (request: Request, bindings: EntranceBindings) => Response | Promise<Response>;
  host: string;
  /** Port. 0 takes a free one. */
  port: number;
  limits?: Partial<ServerLimits>;
  /** Origins whose pages may call `/v1` and `/mcp` with a key. */
  allowedOrigins?: readonly string[] | undefined;
  metrics: Metrics;
  /** Proxies whose forwarding headers are trusted. */
  trustedProxies?: TrustedProxies | undefined;
  /** Called with the peer's address for each request with forwarding headers from an untrusted peer. */
  onDisbelieved?: (peer: string) => void;
  /** Receives each request when its answer is complete. Without it, nothing about requests is kept. */
  onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  /** Reports faults that were answered with `internal_error`. */
  report: (error: GatewayError, requestId: string) => void;
}

export interface HttpServer {
  readonly address: AddressInfo;
  /**
   * Stops taking requests, and resolves when every request in flight is answered. After `drainTimeout`, the remaining requests are cut off.
   * Safe to call twice.
   */
  drain(): Promise<void>;
}

/** Opens the port. Rejects when it is taken. */
export async function openHttpServer({
  fetch,
  host,
  port,
  metrics,
  allowedOrigins = [],
  trustedProxies,
  onDisbelieved,
  onAnswered,
  report,
  ...options
}: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...defaultLimits, ...options.limits };
  const requests = createRequestsInFlight(limits.maxRequestsInFlight);
  const draining = new AbortController();
  const shed = metrics.counter('gatehouse_http_shed_total', 'Requests answered 503 because too many were in flight');
  const refused = metrics.counter('gatehouse_http_refused_total', 'Requests that were not valid HTTP');
  metrics.gauge('gatehouse_http_requests_in_flight', 'Requests with an unfinished answer', () => requests.count);

  const listener = createRequestListener({
    fetch,
    crossOrigin: createCrossOrigin(allowedOrigins),
    requests,
    holderOf: createPrincipalReader(trustedProxies, onDisbelieved),
    draining: draining.signal,
    report,
    onShed: shed.add,
    onRefused: refused.add,
    lines: onAnswered && createRequestLines(onAnswered),
  });
  const { headersTimeout, connectionsCheckingInterval, maxHeaderSize } = limits;
  const { keepAliveTimeout, keepAliveTimeoutBuffer } = limits;
  const server = createServer(
    {
      headersTimeout,
      // The time allowed for a body depends on its size, so its reader checks the pace.
      requestTimeout: 0,
      connectionsCheckingInterval,
      keepAliveTimeout,
      keepAliveTimeoutBuffer,
      maxHeaderSize,
      // findRequestFault checks it, and answers with a body.
      requireHostHeader: false,
    },
    listener,
  );
  forgiveOwnLag(server, headersTimeout);
  server.timeout = limits.timeout;
  server.maxConnections = limits.maxConnections;
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  const connections = trackConnections(server, limits.maxConnections, createAddressReader(trustedProxies));
  const onClientError = createClientErrorHandler(requests);
  refuseWhatIsNoRequest(server, onClientError, refused.add);
  closeSilentConnections(server, requests, onClientError);
  await startListening(server, host, port);
  // Failing to accept a connection (no file descriptor left) must not end the process.
  server.on('error', (error) => {
    const requestId = newId('req', Date.now());
    report(internalError(error, requestId), requestId);
  });

  let drained: Promise<void> | undefined;
  return {
    address: server.address() as AddressInfo,
    drain: () => (drained ??= drainServer({ server, connections, requests, draining, limits })),
  };
}

/**
 * Extends the timeout for headers by this process's own lag. Node counts the time of a head from the start of the connection, even while
 * this process was too busy to read it. It reads `headersTimeout` at each check of its connections.
 */
function forgiveOwnLag(server: Server, headersTimeout: number): void {
  const lag = watchLoopLag();
  server.once('close', lag.stop);
  Object.defineProperty(server, 'headersTimeout', { get: () => headersTimeout + Math.ceil(lag.recentMs()), set: () => {} });
}

/** Limits the connections of one address to its share. Further ones are closed, like connections beyond the total. */
function trackConnections(server: Server, maximum: number, addressOf: ReturnType<typeof createAddressReader>): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  const shares = createQuotas('sockets', { places: maximum });
  server.on('connection', (socket) => {
    const address = addressOf({ socket, headers: {} });
    if (!shares.take(address, 1)) return void socket.destroy();
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      shares.release(address, 1);
    });
  });
  return connections;
}

/** Answers input that never becomes a request of the application, in the form of every other error. // D7 */
function refuseWhatIsNoRequest(server: Server, onClientError: ClientErrorHandler, onRefused: () => void): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A reset by a client is not a refused request.
    if (error.code !== 'ECONNRESET') onRefused();
    onClientError(error, socket as Socket);
  });
  server.on('checkExpectation', (_incoming, outgoing) => {
    onRefused();
    answerAndClose(outgoing, refusalOf(new GatewayError('invalid_request', 'this server only supports the Expect header "100-continue"')));
  });
  server.on('connect', (_incoming, socket) => {
    onRefused();
    refuse(socket as Socket, refusalOf(new GatewayError('not_found', 'this server is not a proxy')));
  });
}

function refusalOf(error: GatewayError) {
  return errorAnswer(newId('req', Date.now()), error);
}

/**
 * Closes silent connections. A call that still runs has nothing to write, so only incomplete requests, begun answers and idle connections
 * time out.
 */
function closeSilentConnections(server: Server, requests: RequestsInFlight, onClientError: ClientErrorHandler): void {
  server.on('timeout', (socket) => {
    const open = requests.of(socket);
    if (open.some((outgoing) => outgoing.req.complete && !outgoing.headersSent)) socket.setTimeout(server.timeout);
    else if (open.some((outgoing) => outgoing.headersSent)) socket.destroy();
    else onClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
  });
}

/** Connections that the kernel completes while this process is busy. Node's default of 511 loses connections of a burst. */
const connectionBacklog = 4096;

function startListening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: connectionBacklog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
