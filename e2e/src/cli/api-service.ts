import { once } from 'node:events';
import { createServer } from 'node:http';

/** A small HTTP API on loopback, described by OpenAPI, that requires credentials and can change its description. */
export interface ApiService extends AsyncDisposable {
  origin: string;
  documentUrl: string;
  /** The document, as it is served. */
  document(): object;
  /** Description of its only tool. The gateway notices when it changes. */
  description: string;
  /** The X-Api-Key of each call. */
  keys: (string | undefined)[];
}

export async function openApiService(): Promise<ApiService> {
  const server = createServer((request, response) => {
    if (request.url === '/hang') return;
    response.setHeader('content-type', 'application/json');
    if (request.url === '/openapi.json') return void response.end(JSON.stringify(service.document()));
    const key = request.headers['x-api-key']?.toString();
    service.keys.push(key);
    const isKnown = key !== undefined || request.headers.authorization !== undefined || request.url?.includes('key=');
    response.statusCode = isKnown ? 200 : 401;
    response.end(JSON.stringify({ path: request.url, method: request.method, key }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const service: ApiService = {
    origin,
    documentUrl: `${origin}/openapi.json`,
    description: 'The weather of a place.',
    keys: [],
    document: () => documentOf(service.description),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

function documentOf(description: string): object {
  const parameters = [{ name: 'place', in: 'query', required: true, schema: { type: 'string' } }];
  const responses = { 200: { description: 'done' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Weather', version: '1' },
    servers: [{ url: '/' }],
    paths: {
      '/weather': { get: { operationId: 'get_weather', description, parameters, responses } },
      '/alarms': { post: { operationId: 'set_alarm', description: 'Sets an alarm.', parameters, responses } },
    },
  };
}
