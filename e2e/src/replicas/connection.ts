import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Loose } from '../kit/world.ts';

export interface HttpAnswer {
  status: number;
  body: Loose;
  requestId: string;
  headers: IncomingHttpHeaders;
}

/** A client that uses one connection for all calls, while the server allows it, and repeats none. */
export interface Connection extends Disposable {
  call(tool: string, input: object, key: string): Promise<HttpAnswer>;
}

export function openConnection(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (tool, input, key) => post(`${url}/v1/tools/${tool}`, JSON.stringify(input), key, agent),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function post(address: string, body: string, key: string, agent: Agent): Promise<HttpAnswer> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'POST', agent, headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const { statusCode = 0, headers: received } = incoming;
        resolve({ status: statusCode, body: JSON.parse(text), requestId: String(received['x-request-id']), headers: received });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
