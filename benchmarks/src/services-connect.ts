import { agentTools, createGateway, createRegistry, createSecretBox, newId, peopleTools, recordServiceEvents } from '@gatehouse/core';
import { createServices } from '@gatehouse/services';
import { openSqlite } from '@gatehouse/storage';

/** Connects MCP servers, by the names of their services, for the organization of a dataset. */
export async function connectServices(file: string, urls: Record<string, string>): Promise<void> {
  const store = openSqlite({ file, durability: 'relaxed' });
  const report = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const secret = Buffer.alloc(32, 1);
  const services = createServices({ box: createSecretBox({ secret }), events: recordServiceEvents(store), report, allowPrivate: 'all' });
  const registry = createRegistry([...agentTools, ...peopleTools]);
  const settings = { baseUrl: null, secret, callsPerMinute: 240 };
  const gateway = createGateway({ store, services, registry, settings, report });
  const [organization] = await store.read(() => store.organizations.list());
  const orgId = organization?.id ?? '';
  const [person] = await store.read(() => store.people.list(orgId));
  for (const [service, url] of Object.entries(urls)) {
    const input = { service, name: service, kind: 'mcp-http', url, visibility: 'organization' };
    const answer = await gateway.call({
      tool: 'add_connection',
      credential: { type: 'person', orgId, personId: person?.id ?? '' },
      origin: { entrance: 'cli' },
      requestId: newId('req', Date.now()),
      readArguments: () => input,
      argumentBytes: 0,
    });
    if (!answer.ok) throw answer.error;
  }
  await services.close();
  await store.close();
}
