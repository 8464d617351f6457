import { writeFileSync } from 'node:fs';
import type { Place } from '../cli/command.ts';
import { type ChangingService, openChangingService, reading, tool } from '../services/changing-service.ts';

/** Connects a service called Tracker, with credentials, that has changed one of its two tools since. */
export async function connectTracker(place: Place): Promise<ChangingService> {
  const service = await openChangingService([tool('create'), tool('list', reading)]);
  writeFileSync(place.secretFile('token'), 'a-token-of-this-test');
  const access = ['--access', 'bearer', '--token-file', place.secretFile('token')];
  const connection = ['--service', 'tracker', '--name', 'Tracker', '--url', service.url, '--organization'];
  await place.json(['connections', 'add', ...connection, ...access]);
  service.tools = [tool('create', { description: 'Does more than before.' }), tool('list', reading)];
  await place.json(['connections', 'test', 'tracker']);
  return service;
}
