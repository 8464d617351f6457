import { internalError } from '@gatehouse/core';
import { createHttpEntrance, createMetrics, type HttpServer, openHttpServer } from '@gatehouse/http';
import { createMcpEntrance } from '@gatehouse/mcp';
import { type Gatehouse, openGatehouse } from '../composition.ts';
import { type Configuration, type ConfigurationFlags, readConfiguration } from '../configuration.ts';
import { CommandError } from '../faults.ts';
import { show } from '../output.ts';
import { version } from '../version.ts';
import { makeFirstWorkspace } from './first-workspace.ts';
import { greeting } from './greeting.ts';
import { untilToldToStop } from './stop-signals.ts';
import { sweepTrash } from './sweep-trash.ts';

/** With `exit ≤ 25 s` promised, this leaves the store time to close. */
const drainTimeoutMs = 20_000;

/** Serves until the process is told to stop, then lets every call in flight have its answer. */
export async function start({ json, ...flags }: ConfigurationFlags & { json?: true | undefined }): Promise<void> {
  const running = await openServer(readConfiguration(flags));
  const stopped = untilToldToStop();
  const { gatehouse, url, drain } = running;
  const first = await makeFirstWorkspace(gatehouse);
  show({ json }, { value: { url, mcpUrl: `${url}/mcp`, data: running.data, ...first }, text: () => greeting(running, first) });
  gatehouse.logger.info('listening', { url });
  const stopSweeping = sweepTrash(gatehouse);
  const signal = await stopped;
  gatehouse.logger.info('stopping', { signal });
  stopSweeping();
  await drain();
  await gatehouse.close();
  if (!json) process.stdout.write('Gatehouse has stopped; every answered call is saved.\n');
}

export interface RunningServer {
  gatehouse: Gatehouse;
  /** The address for callers on this machine, or the public one. */
  url: string;
  data: string;
  drain(): Promise<void>;
}

/** Opens the port first: when it is taken, nothing was touched. Requests that come before the store is open wait for it. */
export async function openServer(configuration: Configuration): Promise<RunningServer> {
  const metrics = createMetrics();
  const opened = Promise.withResolvers<{ fetch: Parameters<typeof openHttpServer>[0]['fetch'] }>();
  opened.promise.catch(() => {});
  let fetch: Parameters<typeof openHttpServer>[0]['fetch'] = async (request, bindings) => (await opened.promise).fetch(request, bindings);
  let report: Parameters<typeof openHttpServer>[0]['report'] = () => {};
  const server = await listen(configuration, {
    fetch: (request, bindings) => fetch(request, bindings),
    metrics,
    limits: { drainTimeout: drainTimeoutMs },
    report: (error, requestId) => report(error, requestId),
  });
  try {
    const url = configuration.baseUrl ?? localUrl(configuration.host, server);
    const gatehouse = await openGatehouse({ ...configuration, baseUrl: configuration.baseUrl ?? reachableUrl(configuration.host, server) });
    report = (error, requestId) => gatehouse.logger.fault('a request failed inside', error, { requestId });
    const entrances = openEntrances(gatehouse, configuration, metrics);
    fetch = entrances.fetch;
    opened.resolve(entrances);
    const drain = async () => {
      await entrances.close();
      await server.drain();
    };
    return { gatehouse, url, data: configuration.data, drain };
  } catch (error) {
    opened.reject(error);
    await server.drain();
    throw error;
  }
}

function openEntrances({ gateway: bare, logger }: Gatehouse, { host }: Configuration, metrics: ReturnType<typeof createMetrics>) {
  const gateway = metrics.watch(bare);
  const report = (error: Error, requestId: string) => logger.fault('a request failed inside', error, { requestId });
  const { app } = createHttpEntrance({ gateway, metrics, report });
  const mcp = createMcpEntrance({ gateway, version, hosts: [host], report: (error) => report(internalError(error, ''), '') });
  app.all('/mcp', (c) => mcp.handle(c.req.raw));
  return { fetch: app.fetch, close: () => mcp.close() };
}

async function listen(
  { host, port }: Configuration,
  options: Omit<Parameters<typeof openHttpServer>[0], 'host' | 'port'>,
): Promise<HttpServer> {
  try {
    return await openHttpServer({ host, port, ...options });
  } catch (error) {
    throw listenFault(error as NodeJS.ErrnoException, host, port);
  }
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandError(
        `port ${port} is taken by another program, perhaps another gatehouse ("lsof -i :${port}" shows which): stop it, or choose another port with --port`,
      );
    case 'EACCES':
      return new CommandError(`port ${port} is for the system's own services: choose one above 1023 with --port`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandError(`${host} is no address of this machine: choose one of its own with --host, such as 127.0.0.1 or 0.0.0.0`);
    default:
      return error;
  }
}

/** Listening everywhere, the machine itself reaches the server over loopback. */
function localUrl(host: string, server: HttpServer): string {
  return reachableUrl(host, server) ?? `http://127.0.0.1:${server.address.port}`;
}

/** What others can reach is not known when it listens everywhere: then no download addresses are given (D24). */
function reachableUrl(host: string, { address }: HttpServer): string | undefined {
  if (host === '0.0.0.0' || host === '::') return undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
