import cluster from 'node:cluster';
import { localUrl } from '../addresses.ts';
import { openGatehouse } from '../composition.ts';
import type { Configuration } from '../configuration.ts';
import { noteGateway } from '../connections/running-gateway.ts';
import { createLogger, type Logger } from '../logger.ts';
import { show } from '../output.ts';
import { makeFirstWorkspace } from '../start/first-workspace.ts';
import { giveMemoryBack } from '../start/give-memory-back.ts';
import type { PageBuilders } from '../start/page-builds.ts';
import { makeSetUpLink } from '../start/set-up-link.ts';
import { type Given, greeting } from '../start/startup-banner.ts';
import { untilToldToStop } from '../start/stop-signals.ts';
import { createCancelRelay } from './cancel-relay.ts';
import { findPort } from './find-port.ts';
import type { FromWorker } from './messages.ts';
import { renderWorkers } from './render-workers.ts';
import { createRollingRestart } from './rolling-restart.ts';
import { forkWorker } from './worker-process.ts';
import { createWorkerSlot, type WorkerSlot } from './worker-slot.ts';

/** With `exit ≤ 25 s` promised; a worker's own deadlines end before. */
const stopsWithinMs = 24_500;
const retiresWithinMs = 31_500;
const countsWithinMs = 1000;

/** Prepares the workspace, keeps the workers alive until it is told to stop, and lets each answer what it has. It serves nothing itself. */
export async function runPrimary(wanted: Configuration, { json }: { json: true | undefined }, builders: PageBuilders): Promise<void> {
  const configuration = { ...wanted, port: await findPort(wanted) };
  const [given] = await Promise.all([prepareWorkspace(configuration), buildOnce(builders)]);
  const logger = createLogger(configuration.log);
  const slots = createWorkerSlots(configuration, logger);
  // Also when a second signal ends this process at once.
  process.on('exit', () => killAll(slots));
  // Before anything listens: a hangup that comes early must not end it.
  const hangup = createRollingRestart(slots, logger);
  process.on('SIGHUP', hangup.want);
  relayCancellations();
  await openAll(slots);
  const forgetNote = noteGateway(configuration, localUrl(configuration));
  const stopped = untilToldToStop();
  const url = configuration.baseUrl ?? localUrl(configuration);
  const { data, workers } = configuration;
  show({ json }, { value: { url, mcpUrl: `${url}/mcp`, data, workers, ...given }, text: () => greeting({ url, data }, given) });
  logger.info('listening', { url, workers });
  giveMemoryBack();
  hangup.begin();
  const signal = await stopped;
  logger.info('stopping', { signal });
  hangup.end();
  forgetNote();
  await Promise.all(slots.map((slot) => slot.close()));
  if (!json) process.stdout.write('Gatehouse has stopped; every answered call is saved.\n');
}

/** Before there is a worker: each would build the workspace application by itself. One that cannot find it says so. */
async function buildOnce({ buildConsole }: PageBuilders): Promise<void> {
  await buildConsole({ signal: new AbortController().signal }).catch(() => {});
}

/** Migrations, the secret and the first workspace are made once, before there is a worker. */
async function prepareWorkspace(configuration: Configuration): Promise<Given> {
  const gatehouse = await openGatehouse(configuration);
  try {
    return { ...(await makeFirstWorkspace(gatehouse)), setUpLink: await makeSetUpLink(gatehouse) };
  } finally {
    await gatehouse.close();
  }
}

function createWorkerSlots({ workers, host, port, data }: Configuration, logger: Logger): WorkerSlot[] {
  // The kernel hands each connection to a worker that is free. If the primary dealt them out, those it had just handed to a worker
  // that is killed would hang for ever, because nobody closes them.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Not --json: its one value is for the primary to print.
  const args = ['start', '--workers', String(workers), '--host', host, '--port', String(port), '--data', data];
  cluster.setupPrimary({ args });
  const allMetrics = (): Promise<string> => renderWorkers(slots);
  const slots: WorkerSlot[] = Array.from({ length: workers }, (_, index) => {
    const number = index + 1;
    return createWorkerSlot({ number, fork: () => forkWorker({ number, allMetrics }), logger, stopsWithinMs, retiresWithinMs });
  });
  return slots;
}

function relayCancellations(): void {
  const receive = createCancelRelay({
    patienceMs: countsWithinMs,
    tellAll(message) {
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
      for (const worker of workers) worker?.send(message, () => {});
      return workers.length;
    },
  });
  cluster.on('message', (_worker, message: FromWorker) => {
    if (message.kind === 'cancel_wanted' || message.kind === 'calls') receive(message);
  });
}

async function openAll(slots: WorkerSlot[]): Promise<void> {
  try {
    await Promise.all(slots.map((slot) => slot.open()));
  } catch (error) {
    killAll(slots);
    throw error;
  }
}

function killAll(slots: WorkerSlot[]): void {
  for (const slot of slots) slot.kill();
}
