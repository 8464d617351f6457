import net from 'node:net';
import {
  type Answer,
  agentTools,
  type Call,
  type Caller,
  createRegistry,
  type Gateway,
  GatewayError,
  internalError,
} from '@gatehouse/core';
import { type BodiesOptions, createBodies, type TrustedProxies } from '@gatehouse/entrance';
import { createHttpEntrance, type HttpEntrance, type HttpEntranceOptions } from './entrance.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { ServerLimits } from './server/limits.ts';
import { type HttpServer, openHttpServer } from './server/open-server.ts';

export interface TestServer extends AsyncDisposable {
  port: number;
  url: string;
  server: HttpServer;
  entrance: HttpEntrance;
  /** Calls that reached the pipeline, with their arguments or the error of reading them. */
  calls: (Call & { read: unknown })[];
  reported: GatewayError[];
}

export interface TestServerOptions {
  gateway?: Partial<Gateway>;
  /** Work of the tool in the fake pipeline. */
  run?: (call: Call) => Promise<Answer> | Answer;
  limits?: Partial<ServerLimits>;
  entrance?: Partial<HttpEntranceOptions>;
  bodies?: BodiesOptions;
  trustedProxies?: TrustedProxies;
  allowedOrigins?: string[];
  mount?: (app: HttpEntrance['app']) => void;
}

export const goodKey = 'gth_good';
const rate = { limit: 240, remaining: 239, resetSeconds: 60 };

/** Opens a listening server over a fake gateway, whose pipeline reads the arguments and answers with them. */
export async function openTestServer(given: TestServerOptions = {}): Promise<TestServer> {
  const { gateway, run, limits = {}, entrance: options, bodies, trustedProxies, allowedOrigins, mount } = given;
  const calls: TestServer['calls'] = [];
  const reported: GatewayError[] = [];
  const report = (error: GatewayError) => void reported.push(error);
  const metrics = createMetrics();
  const fake = createFakeGateway(calls, run, gateway?.registry);
  const entrance = createHttpEntrance({
    gateway: metrics.watch({ ...fake, ...gateway }),
    metrics,
    report,
    bodies: createBodies(bodies),
    ...options,
  });
  mount?.(entrance.app);
  const server = await openHttpServer({
    fetch: entrance.app.fetch,
    host: '127.0.0.1',
    port: 0,
    limits,
    metrics,
    trustedProxies,
    allowedOrigins,
    report,
  });
  const { port } = server.address;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    server,
    entrance,
    calls,
    reported,
    [Symbol.asyncDispose]: () => server.drain(),
  };
}

function createFakeGateway(
  calls: TestServer['calls'],
  run: (call: Call) => Promise<Answer> | Answer = echo,
  registry = createRegistry(agentTools),
): Gateway {
  return {
    registry,
    settings: { baseUrl: null, consoleUrl: 'http://localhost:4747', secret: Buffer.alloc(32, 1), callsPerMinute: 240 },
    clock: () => 0,
    listTools: async (listed) => registry.describe(listed),
    async identify(credential) {
      if (!isGood(credential)) throw unauthorized();
      return caller;
    },
    async call(call) {
      // Answers a call without a valid key and does not count it, as the gateway does.
      if (!isGood(call.credential)) return { ok: false, error: unauthorized(), rate: undefined };
      const recorded = { ...call, read: undefined as unknown };
      calls.push(recorded);
      if (!call.tool.registered) return { ok: false, error: new GatewayError('not_found', 'there is no such tool'), rate };
      try {
        recorded.read = call.readArguments();
      } catch (error) {
        recorded.read = error;
        return { ok: false, error: error instanceof GatewayError ? error : internalError(error, call.requestId), rate };
      }
      return await run(recorded);
    },
  } as Partial<Gateway> as Gateway;
}

const isGood = (credential: Call['credential']): boolean => credential.type === 'key' && credential.key === goodKey;
const unauthorized = () => new GatewayError('unauthorized', 'this call needs a key');
const caller: Caller = {
  type: 'key',
  orgId: 'org_1',
  personId: 'person_1',
  role: 'member',
  person: null,
  access: 'read',
  key: null,
  session: null,
  visit: null,
};

export function echo(call: Call): Answer {
  const value = (call as Call & { read?: unknown }).read ?? {};
  return { ok: true, value, json: JSON.stringify(value), rate };
}

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
  /** Number of answers on the connection. */
  answers: number;
}

/** Writes bytes on a socket, and returns everything received until the server closed it. A part may be a promise to wait for. */
export async function exchange(port: number, parts: (string | Buffer | Promise<unknown>)[]): Promise<RawAnswer | undefined> {
  const socket = net.connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (data) => received.push(data));
  socket.on('error', () => {});
  for (const part of parts) {
    if (typeof part !== 'string' && !Buffer.isBuffer(part)) await part;
    else if (!socket.destroyed) socket.write(part);
  }
  await closed;
  return parseAnswer(Buffer.concat(received).toString('utf8'));
}

function parseAnswer(text: string): RawAnswer | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [first, ...lines] = text.slice(0, head).split('\r\n') as [string, ...string[]];
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: text.slice(head + 4),
    answers: [...text.matchAll(/HTTP\/1\.1 \d{3} /g)].length,
  };
}

export function post(body: string | Buffer | undefined, headers: Record<string, string> = {}): RequestInit {
  const init = { method: 'POST', headers: { Authorization: `Bearer ${goodKey}`, 'Content-Type': 'application/json', ...headers } };
  return body === undefined ? init : { ...init, body: body as string };
}

export function toolUrl({ url }: Pick<TestServer, 'url'>, tool: string): string {
  return `${url}/v1/tools/${tool}`;
}
