import { definitionHash, type ServiceRequest, type ServiceTarget, type ToolDefinition } from '@gatehouse/core';
import { expect, it } from 'vitest';
import type { Connector, ConnectorCall, ConnectorEvents } from '../connectors/connector.ts';
import { brokeOff, cannotBeReached, ServiceFailure } from '../kernel/failure.ts';
import { createPool } from './pool.ts';

const tool = (description = ''): ToolDefinition => ({
  name: 'echo',
  title: null,
  description,
  inputSchema: { type: 'object' },
  outputSchema: null,
  annotations: null,
  binding: null,
});

const target = (more: Partial<ServiceTarget> = {}): ServiceTarget => ({
  orgId: 'org_1',
  connectionId: 'conn_1',
  service: 'svc',
  kind: 'mcp-http',
  config: {},
  revision: 1,
  updatedAt: 0,
  status: 'active',
  catalogueAt: 0,
  readSecrets: async () => [],
  ...more,
});

const request = (more: Partial<ServiceRequest> = {}): ServiceRequest => ({
  target: target(),
  tool: { ...tool(), definitionHash: definitionHash(tool()) },
  arguments: {},
  caller: 'key_1',
  readFile: async () => Promise.reject(new Error('no test sends files')),
  signal: new AbortController().signal,
  ...more,
});

const lost = () => new ServiceFailure('failed', 'lost the session', { neverRan: true, lostConnection: true });

/** Opens a pool with a fake connector, and counts what happens to the connector. */
function openPool({ deadlineMs = 1000, callsInFlight = 32, catalogueMaxAgeMs = 60_000, idleMs = 60_000 } = {}) {
  const seen = {
    opened: 0,
    closed: 0,
    called: 0,
    listed: 0,
    health: [] as string[],
    catalogues: [] as string[][],
    reported: [] as unknown[],
  };
  const behaviour = {
    open: async () => {},
    call: async (_call: ConnectorCall) => ({ content: [] as { type: string }[] }),
    list: async () => {},
    tools: [tool()] as ToolDefinition[] | undefined,
    events: undefined as ConnectorEvents | undefined,
  };
  const pool = createPool({
    deadlineMs,
    callsInFlight,
    catalogueMaxAgeMs,
    idleMs,
    report: (error) => seen.reported.push(error),
    events: {
      catalogue: async (_target, { tools }) => void seen.catalogues.push(tools.map(({ description }) => description)),
      health: async (_target, status) => void seen.health.push(status),
      isCurrent: async () => true,
    },
    async open(_target, events): Promise<Connector> {
      seen.opened++;
      behaviour.events = events;
      await behaviour.open();
      return {
        listsOnConnect: true,
        call: (call) => {
          seen.called++;
          return behaviour.call(call);
        },
        list: async () => {
          seen.listed++;
          await behaviour.list();
          return behaviour.tools && { tools: behaviour.tools };
        },
        close: async () => void seen.closed++,
      };
    },
  });
  const refused = (more?: Partial<ServiceRequest>) =>
    pool.call(request(more)).then(
      () => 'ok',
      (error) => error.reason as string,
    );
  return { pool, seen, behaviour, refused };
}

it('connects once for all calls that wait, and keeps the connection', async () => {
  const { pool, seen } = openPool();
  await Promise.all(Array.from({ length: 5 }, () => pool.call(request())));
  await pool.call(request());
  expect([seen.opened, seen.called, seen.listed]).toEqual([1, 6, 1]);
});

it('reconnects after a change of configuration or credentials', async () => {
  const { pool, seen } = openPool();
  await pool.call(request());
  await pool.call(request({ target: target({ revision: 2 }) }));
  expect([seen.opened, seen.closed]).toEqual([2, 1]);
});

it('retries a call once, and only if it certainly never ran (D35)', async () => {
  const { pool, seen, behaviour, refused } = openPool();
  let failures = 1;
  behaviour.call = async () => {
    if (failures-- > 0) throw lost();
    return { content: [] };
  };
  await pool.call(request());
  expect([seen.opened, seen.called]).toEqual([2, 2]);
  failures = 2;
  expect(await refused()).toBe('service_failed');
  expect(seen.called).toBe(4);
  behaviour.call = async () => Promise.reject(brokeOff());
  expect(await refused()).toBe('service_failed');
  expect(seen.called).toBe(5);
});

it('opens a new connection after one was closed by the other side', async () => {
  const { pool, seen, behaviour } = openPool();
  await pool.call(request());
  behaviour.events?.onClosed();
  await pool.call(request());
  expect(seen.opened).toBe(2);
});

it('does not run a tool that the service changed since it was approved, and stores the new catalogue (D32)', async () => {
  const { pool, seen, behaviour } = openPool();
  behaviour.tools = [tool('now something else')];
  await expect(pool.call(request())).rejects.toMatchObject({ code: 'invalid_request', reason: 'tool_held' });
  expect(seen.called).toBe(0);
  expect(seen.catalogues).toEqual([['now something else']]);
  behaviour.tools = [{ ...tool(), name: 'other' }];
  pool.forget('conn_1');
  await expect(pool.call(request())).rejects.toMatchObject({ reason: 'service_failed' });
  expect(seen.called).toBe(0);
});

it('lists again before it refuses a tool that another process listed and a person approved (D32)', async () => {
  const { pool, seen, behaviour } = openPool();
  await pool.call(request());
  const approved = tool('changed and approved');
  behaviour.tools = [approved];
  const call = () => pool.call(request({ tool: { ...approved, definitionHash: definitionHash(approved) } }));
  await Promise.all([call(), call(), call()]);
  expect([seen.opened, seen.closed, seen.called]).toEqual([2, 1, 4]);
});

it('lets running calls finish on a connection that is replaced', async () => {
  const { pool, seen, behaviour } = openPool();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  behaviour.call = async () => {
    await held;
    return { content: [] };
  };
  const running = pool.call(request());
  await expect.poll(() => seen.called).toBe(1);
  behaviour.call = async () => ({ content: [] });
  await pool.call(request({ target: target({ revision: 2 }) }));
  expect([seen.opened, seen.closed]).toEqual([2, 0]);
  release();
  await running;
  await expect.poll(() => seen.closed).toBe(1);
});

it('stores no catalogue from an empty listing', async () => {
  const { pool, seen, behaviour } = openPool();
  behaviour.tools = [];
  await pool.call(request());
  expect([seen.called, seen.catalogues]).toEqual([1, []]);
});

it('lists again when the service says that its tools changed', async () => {
  const { pool, seen, behaviour } = openPool();
  await pool.call(request());
  behaviour.tools = [tool('changed')];
  behaviour.events?.onToolsChanged();
  await expect.poll(() => seen.catalogues).toEqual([[''], ['changed']]);
  await expect(pool.call(request())).rejects.toMatchObject({ reason: 'tool_held' });
});

it('lists again after a call when the catalogue is old', async () => {
  const { pool, seen } = openPool({ catalogueMaxAgeMs: 0 });
  await pool.call(request());
  await expect.poll(() => seen.listed).toBe(2);
});

it('lists only once at a time, even if a listing is slow', async () => {
  const { pool, seen, behaviour } = openPool({ catalogueMaxAgeMs: 0 });
  await pool.call(request());
  await expect.poll(() => seen.catalogues.length).toBe(2);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  behaviour.list = () => held;
  await pool.call(request());
  await expect.poll(() => seen.listed).toBe(3);
  for (let more = 0; more < 3; more++) await pool.call(request());
  expect(seen.listed).toBe(3);
  release();
});

it('refuses more concurrent calls than a connection allows', async () => {
  const { pool, behaviour, refused } = openPool({ callsInFlight: 2 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  behaviour.call = async () => {
    await held;
    return { content: [] };
  };
  const running = [pool.call(request()), pool.call(request({ caller: 'key_2' }))];
  expect(await refused({ caller: 'key_3' })).toBe('service_failed');
  expect(await refused({ target: target({ connectionId: 'conn_2' }), signal: AbortSignal.timeout(20) })).toBe('service_failed');
  release();
  await Promise.all(running);
  expect(await refused()).toBe('ok');
});

it("limits a caller to a quarter of a connection's calls, and keeps the rest for others (D51)", async () => {
  const { pool, behaviour, refused } = openPool({ callsInFlight: 8 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  behaviour.call = async () => {
    await held;
    return { content: [] };
  };
  const calls = ['key_1', 'key_1', 'key_2', 'key_2'].map((caller) => pool.call(request({ caller })));
  expect(await refused({ caller: 'key_1' })).toBe('service_failed');
  const others = refused({ caller: 'key_3' });
  release();
  await Promise.all(calls);
  expect([await others, await refused({ caller: 'key_1' })]).toEqual(['ok', 'ok']);
});

it('lets one call at a time try a service that failed five times, and all calls after it recovers', async () => {
  const { behaviour, refused, seen } = openPool();
  behaviour.call = async () => Promise.reject(cannotBeReached());
  for (let call = 0; call < 5; call++) await refused();
  expect(await Promise.all([refused(), refused(), refused()])).toEqual([
    'service_unreachable',
    'service_unreachable',
    'service_unreachable',
  ]);
  expect(seen.called).toBe(6);
  behaviour.call = async () => ({ content: [] });
  expect(await refused()).toBe('ok');
  expect(await Promise.all([refused(), refused(), refused()])).toEqual(['ok', 'ok', 'ok']);
});

it('gives up at the deadline, including the time to connect', async () => {
  const { behaviour, refused } = openPool({ deadlineMs: 50 });
  behaviour.open = () => new Promise(() => {});
  expect(await refused()).toBe('service_timeout');
});

it('stops a call when its caller disconnects, and signals the connector', async () => {
  const { behaviour, pool } = openPool();
  const caller = new AbortController();
  const told = new Promise<void>((resolve) => {
    behaviour.call = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          resolve();
          reject(signal.reason);
        });
        caller.abort();
      });
  });
  await expect(pool.call(request({ signal: caller.signal }))).rejects.toMatchObject({ reason: 'service_failed' });
  await told;
});

it('stores health only when it changes, and refused credentials as `needs_attention`', async () => {
  const { behaviour, refused, seen } = openPool();
  await refused();
  await refused();
  behaviour.call = async () => Promise.reject(new ServiceFailure('refused', 'refused the credentials'));
  await refused();
  behaviour.call = async () => Promise.reject(cannotBeReached());
  await refused();
  expect(seen.health).toEqual(['needs_attention', 'unreachable']);
});

it('stores health again when another process has stored a different state', async () => {
  const { behaviour, refused, seen } = openPool();
  await refused({ target: target({ status: 'unreachable' }) });
  behaviour.call = async () => Promise.reject(new ServiceFailure('refused', 'refused the credentials'));
  await refused();
  await refused();
  await refused({ target: target({ status: 'needs_attention' }) });
  expect(seen.health).toEqual(['active', 'needs_attention', 'needs_attention']);
});

it('closes everything that is open', async () => {
  const { pool, seen } = openPool();
  await pool.call(request());
  await pool.call(request({ target: target({ connectionId: 'conn_2' }) }));
  await pool.close();
  expect(seen.closed).toBe(2);
});

it('closes an idle connection, and opens it again for the next call', async () => {
  const { pool, seen } = openPool({ idleMs: 20 });
  await pool.call(request());
  await expect.poll(() => seen.closed).toBe(1);
  await pool.call(request());
  expect(seen.opened).toBe(2);
});
