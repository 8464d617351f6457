import { createSecretBox, recordServiceEvents } from '@gatehouse/core';
import { openServices } from '@gatehouse/services';
import { openSqlite } from '@gatehouse/storage';
import { callAs, gatewayOn, secret } from './gateway-calls.ts';

/** Connects services for the organization of a dataset; each is given as `add_connection` takes it, but for name and visibility. */
export async function connectServices(file: string, connections: { service: string; [field: string]: string }[]): Promise<void> {
  const store = openSqlite({ file, durability: 'relaxed' });
  const report = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const services = await openServices({
    box: createSecretBox({ secret }),
    events: recordServiceEvents(store),
    report,
    allowPrivate: 'all',
  });
  const gateway = gatewayOn(store, services);
  const [organization] = await store.read(() => store.organizations.list());
  const orgId = organization?.id ?? '';
  const [person] = await store.read(() => store.people.list(orgId));
  for (const connection of connections) {
    const input = { ...connection, name: connection.service, visibility: 'organization' };
    const answer = await callAs(gateway, { type: 'person', orgId, personId: person?.id ?? '' }, 'add_connection', input);
    if (!answer.ok) throw answer.error;
  }
  await services.close();
  await store.close();
}
