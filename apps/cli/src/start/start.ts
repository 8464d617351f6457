import { createMetrics } from '@gatehouse/http';
import { type Gatehouse, openGatehouse } from '../composition/composition.ts';
import { localUrl, reachableUrl } from '../configuration/addresses.ts';
import { type Configuration, type ConfigurationFlags, readConfiguration } from '../configuration/configuration.ts';
import { noteGateway } from '../configuration/running-gateway.ts';
import { signInOffer } from '../oauth/sign-in-offer.ts';
import { show } from '../terminal/output.ts';
import { keepUp } from './background-jobs.ts';
import { boundGarbage } from './bound-garbage.ts';
import { type Entrances, openEntrances } from './entrances.ts';
import { makeFirstWorkspace } from './first-workspace.ts';
import { giveMemoryBack } from './give-memory-back.ts';
import { drainTimeoutMs, listen } from './listen.ts';
import { openPageBuilds, type PageBuilders } from './page-builds.ts';
import { requestLog } from './request-log.ts';
import { makeSetUpLink } from './set-up-link.ts';
import { greeting } from './startup-banner.ts';
import { untilToldToStop } from './stop-signals.ts';
import { openTelemetryIfSet } from './telemetry-if-set.ts';

/** Serves until the process is asked to stop, then lets every call in flight finish. */
export async function start({ json, ...flags }: ConfigurationFlags & { json?: true | undefined }, builders: PageBuilders): Promise<void> {
  boundGarbage();
  const configuration = readConfiguration(flags);
  const running = await openServer(configuration, builders);
  const stopped = untilToldToStop();
  const { gatehouse, url, drain } = running;
  const given = { ...(await makeFirstWorkspace(gatehouse)), setUpLink: await makeSetUpLink(gatehouse) };
  show({ json }, { value: { url, mcpUrl: `${url}/mcp`, data: running.data, ...given }, text: () => greeting(running, given) });
  gatehouse.logger.info('listening', { url });
  const stopUpkeep = keepUp(gatehouse, configuration);
  giveMemoryBack();
  const signal = await stopped;
  gatehouse.logger.info('stopping', { signal });
  await Promise.all([drain(), stopUpkeep()]);
  await gatehouse.close();
  if (!json) process.stdout.write('Gatehouse has stopped; every answered call is saved.\n');
}

export interface RunningServer {
  gatehouse: Gatehouse;
  /** The address for callers on this machine, or the public one. */
  url: string;
  data: string;
  /** MCP server URL for clients that sign in. Undefined if they cannot. */
  signInUrl: string | undefined;
  drain(): Promise<void>;
}

/** Opens the port first, so that a taken port changes nothing. Requests that come before the store is open wait for it. */
export async function openServer(configuration: Configuration, builders: PageBuilders): Promise<RunningServer> {
  const metrics = createMetrics();
  const telemetry = await openTelemetryIfSet();
  const opened = Promise.withResolvers<Entrances>();
  opened.promise.catch(() => {});
  let fetch: Entrances['fetch'] = async (request, bindings) => (await opened.promise).fetch(request, bindings);
  let report: Entrances['report'] = () => {};
  let onDisbelieved: Entrances['onDisbelieved'] = () => {};
  const server = await listen(configuration, {
    fetch: (request, bindings) => fetch(request, bindings),
    metrics,
    onAnswered: requestLog(configuration),
    limits: { drainTimeout: drainTimeoutMs },
    report: (error, requestId) => report(error, requestId),
    onDisbelieved: (peer) => onDisbelieved(peer),
  });
  try {
    const address = { host: configuration.host, port: server.address.port };
    const url = configuration.baseUrl ?? localUrl(address);
    const reachable = { ...configuration, ...address, baseUrl: configuration.baseUrl ?? reachableUrl(address) };
    const offer = signInOffer({ ...configuration, ...address });
    const gatehouse = await openGatehouse(reachable, {
      create: true,
      serves: true,
      signInUrl: offer?.url,
      tracing: telemetry?.tracing,
    });
    const { store, logger, gateway } = gatehouse;
    await telemetry?.begin({ store, metrics, logger, clock: gateway.clock });
    const forgetNote = noteGateway({ ...configuration, ...address }, localUrl(address));
    const pages = openPageBuilds(builders);
    const entrances = openEntrances(gatehouse, configuration, offer, metrics, pages);
    ({ fetch, report, onDisbelieved } = entrances);
    opened.resolve(entrances);
    // Drains the server first, so that /readyz reports it before other parts end.
    const drain = async () => {
      forgetNote();
      await Promise.all([server.drain(), entrances.close(), pages.stop()]);
      await telemetry?.end();
    };
    return { gatehouse, url, data: configuration.data, signInUrl: offer?.url, drain };
  } catch (error) {
    opened.reject(error);
    await server.drain();
    throw error;
  }
}
