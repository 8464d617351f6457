import pg from 'pg';
import type { Lane } from './lane.ts';
import { makeReady, type Readiness } from './settings.ts';

/** Opens the connection of a lane, once for all its waiting statements. */
export function createConnector({ config, readiness }: { config: pg.ClientConfig; readiness: Readiness }) {
  async function open(lane: Lane): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    const leave = (): void => {
      if (lane.client === client) lane.client = undefined;
    };
    // The lane's statements receive the fault themselves.
    client.on('error', leave);
    client.on('end', leave);
    await client.connect();
    await makeReady(client, readiness).catch((error: unknown) => {
      client.end().catch(() => {});
      throw error;
    });
    lane.client = client;
    return client;
  }

  return async function connect(lane: Lane): Promise<pg.Client> {
    lane.connecting ??= open(lane).finally(() => {
      lane.connecting = undefined;
    });
    return await lane.connecting;
  };
}
