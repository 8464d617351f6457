import { createSecretBox, type Gateway, recordServiceEvents } from '@gatehouse/core';
import { openServices } from '@gatehouse/services';
import { openSqlite, type Person } from '@gatehouse/storage';
import { callAs, gatewayOn, secret } from '../gateway-calls.ts';

/** Connects services for the organization of a dataset; each is given as `add_connection` takes it, but for name and visibility. */
export async function connectServices(file: string, connections: { service: string; [field: string]: string }[]): Promise<void> {
  await withServices(file, async (gateway, orgId, person) => {
    for (const connection of connections) {
      const input = { ...connection, name: connection.service, visibility: 'organization' };
      const answer = await callAs(gateway, { type: 'person', orgId, personId: person.id }, 'add_connection', input);
      if (!answer.ok) throw answer.error;
    }
  });
}

/** Connects a program that speaks MCP over standard input and output, as the operator alone may. */
export async function connectCommand(file: string, command: { service: string; command: string; args: string[] }): Promise<void> {
  await withServices(file, async (gateway, orgId, { email }) => {
    const input = { ...command, name: command.service, orgId, ownerEmail: email };
    const answer = await callAs(gateway, { type: 'operator' }, 'add_command_connection', input);
    if (!answer.ok) throw answer.error;
  });
}

async function withServices(file: string, work: (gateway: Gateway, orgId: string, owner: Person) => Promise<void>): Promise<void> {
  const store = openSqlite({ file });
  const report = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const services = await openServices({
    box: createSecretBox({ secret }),
    events: recordServiceEvents(store),
    report,
    allowPrivate: 'all',
  });
  const [organization] = await store.read(() => store.organizations.list());
  const orgId = organization?.id ?? '';
  const [person] = await store.read(() => store.people.list(orgId));
  await work(gatewayOn(store, { services }), orgId, person as Person);
  await services.close();
  await store.close();
}
