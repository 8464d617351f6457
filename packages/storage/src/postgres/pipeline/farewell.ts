import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { wireOf } from './wire.ts';

const farewellMs = 1000;

/** Ends a connection. Who takes no farewell, because the network is cut, is not waited for longer than a second. */
export async function sayFarewell(client: pg.Client): Promise<void> {
  const said = client.end().catch(() => {});
  await Promise.race([said, pause(farewellMs, undefined, { ref: false })]);
  cutOff(client);
}

/** Ends a connection without a word. */
export function cutOff(client: pg.Client): void {
  wireOf(client).stream.destroy();
}
