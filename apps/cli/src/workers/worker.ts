import cluster, { type Worker } from 'node:cluster';
import { createMetrics, type HttpServer } from '@gatehouse/http';
import { type CallsInFlight, createCallsInFlight } from '@gatehouse/mcp';
import { reachableUrl } from '../addresses.ts';
import { type Gatehouse, openGatehouse } from '../composition.ts';
import type { Configuration } from '../configuration.ts';
import { describeFault } from '../faults.ts';
import { keepUp } from '../start/background-jobs.ts';
import { type Entrances, openEntrances } from '../start/entrances.ts';
import { giveMemoryBack } from '../start/give-memory-back.ts';
import { drainTimeoutMs, listen } from '../start/listen.ts';
import { openPageBuilds, type PageBuilders, type PageBuilds } from '../start/page-builds.ts';
import { requestLog } from '../start/request-log.ts';
import { openTelemetryIfSet } from '../start/telemetry-if-set.ts';
import type { Telemetry } from '../telemetry/open-telemetry.ts';
import type { CancelFromPrimary, FromPrimary, FromWorker } from './messages.ts';
import { createMetricsExchange } from './metrics-exchange.ts';

/** How long a retiring worker waits for the next request of each open connection: longer than clients are told to use an idle one. */
const idlePatienceMs = 7000;
const metricsWithinMs = 3000;

/** Serves on the port that all workers share until the primary tells it to leave, or it is told to by a signal of its own. */
export async function runWorker(configuration: Configuration, builders: PageBuilders): Promise<void> {
  const worker = cluster.worker as Worker;
  const told = untilToldToLeave();
  let serving: Serving;
  try {
    serving = await openServing(configuration, builders);
  } catch (error) {
    process.exitCode = 1;
    tell({ kind: 'failed', message: describeFault(error).message });
    worker.disconnect();
    return;
  }
  const { gatehouse, entrances, server, pages, telemetry } = serving;
  tell({ kind: 'listening' });
  const stopUpkeep = process.env.WORKER_NUMBER === '1' ? keepUp(gatehouse, configuration) : undefined;
  await told.leave;
  const upkeepEnded = stopUpkeep?.();
  if (!told.isUrgent()) await Promise.race([server.retire(idlePatienceMs), told.urgent]);
  // The server first: /readyz says so before anything else ends.
  await Promise.all([server.drain(), entrances.close(), pages.stop(), upkeepEnded]);
  await telemetry?.end();
  await gatehouse.close();
  worker.disconnect();
}

interface Serving {
  gatehouse: Gatehouse;
  entrances: Entrances;
  server: HttpServer;
  pages: PageBuilds;
  telemetry: Telemetry | undefined;
}

/** The store first: a worker that takes connections must be able to answer. */
async function openServing(configuration: Configuration, builders: PageBuilders): Promise<Serving> {
  const reachable = { ...configuration, baseUrl: configuration.baseUrl ?? reachableUrl(configuration) };
  const telemetry = await openTelemetryIfSet();
  const gatehouse = await openGatehouse(reachable, { create: true, serves: true, tracing: telemetry?.tracing });
  try {
    const metrics = createMetrics();
    const exchange = createMetricsExchange({ send: tell, render: () => metrics.render(), patienceMs: metricsWithinMs });
    const inFlight = createCallsInFlight({ relay: (names) => tell({ kind: 'cancel_wanted', names }) });
    process.on('message', (message: FromPrimary) => {
      if (message.kind === 'metrics' || message.kind === 'metrics_wanted') exchange.receive(message);
      else if (message.kind !== 'retire') obey(message, inFlight);
    });
    const render = async () => (await exchange.ask()) ?? metrics.render();
    const pages = openPageBuilds(builders);
    const entrances = openEntrances(gatehouse, configuration, { ...metrics, render }, pages, inFlight);
    const { fetch, report, onDisbelieved } = entrances;
    const onAnswered = requestLog(configuration);
    const limits = { drainTimeout: drainTimeoutMs };
    const server = await listen(configuration, { fetch, report, onDisbelieved, onAnswered, metrics, limits });
    giveMemoryBack();
    const { store, logger, gateway } = gatehouse;
    await telemetry?.begin({ store, metrics, logger, clock: gateway.clock, isKeeper: process.env.WORKER_NUMBER === '1' });
    return { gatehouse, entrances, server, pages, telemetry };
  } catch (error) {
    await gatehouse.close();
    throw error;
  }
}

/**
 * The primary's word to retire leaves time for others to take over; SIGTERM does not. Ctrl-C and a terminal that closes reach every
 * process, and are for the primary to decide about.
 */
function untilToldToLeave() {
  const leave = Promise.withResolvers<void>();
  const urgent = Promise.withResolvers<void>();
  let isUrgent = false;
  process.on('SIGTERM', () => {
    isUrgent = true;
    urgent.resolve();
    leave.resolve();
  });
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('message', (message: FromPrimary) => message.kind === 'retire' && leave.resolve());
  return { leave: leave.promise, urgent: urgent.promise, isUrgent: () => isUrgent };
}

/** Says which calls it has, or cancels them. */
function obey(message: CancelFromPrimary, inFlight: CallsInFlight): void {
  if (message.kind === 'cancel') message.names.forEach(inFlight.cancelNamed);
  else tell({ kind: 'calls', id: message.id, counts: message.names.map(inFlight.count) });
}

/** A primary that is gone needs no news: its end is this process's as well. */
function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
