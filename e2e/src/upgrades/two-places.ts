import { once } from 'node:events';
import { createServer } from 'node:http';

/** HTTP API with one operation at another origin. It gives the same answer with and without a token, and refuses a wrong one. */
export interface TwoPlaces extends AsyncDisposable {
  documentUrl: string;
  token: string;
}

const token = 'a-token-that-is-sealed-5d1f';

export async function openTwoPlaces(): Promise<TwoPlaces> {
  const servers = [createServer(), createServer()].map((server) => server.listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [here = '', there = ''] = servers.map((server) => `http://127.0.0.1:${(server.address() as { port: number }).port}`);
  for (const server of servers) {
    server.on('request', (request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/openapi.json') return void response.end(JSON.stringify(documentOf(here, there)));
      const { authorization } = request.headers;
      response.statusCode = authorization === undefined || authorization === `Bearer ${token}` ? 200 : 401;
      response.end(JSON.stringify({ path: request.url, method: request.method, isKnown: authorization !== undefined }));
    });
  }
  return {
    documentUrl: `${here}/openapi.json`,
    token,
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

function documentOf(here: string, there: string): object {
  const parameters = [{ name: 'place', in: 'query', required: true, schema: { type: 'string' } }];
  const operation = (operationId: string, more: object = {}) => ({
    operationId,
    description: `Does ${operationId}.`,
    parameters,
    responses: { 200: { description: 'done' } },
    ...more,
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Weather', version: '1' },
    servers: [{ url: here }],
    paths: {
      '/weather': { get: operation('get_weather') },
      '/alarms': { post: operation('set_alarm'), delete: operation('forget_alarm') },
      '/elsewhere': { get: operation('get_elsewhere', { servers: [{ url: there }] }) },
    },
  };
}
