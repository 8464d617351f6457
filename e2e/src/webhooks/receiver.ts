import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Loose } from '../kit/world.ts';

export interface ReceivedEvent {
  id: string;
  type: string;
  data: Loose;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A receiver of webhooks that behaves as a test wants, on this machine. */
export interface TestReceiver extends AsyncDisposable {
  url: string;
  /** Every request that came. */
  asked: ReceivedEvent[];
  /** Accepted events. */
  taken: ReceivedEvent[];
  /** Returns true if it has answered the request itself. Otherwise, the receiver accepts the event. */
  behave: (event: ReceivedEvent, response: ServerResponse) => boolean;
}

export async function openReceiver(): Promise<TestReceiver> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { type, data } = JSON.parse(body);
    const event = { id: request.headers['webhook-id'] as string, type, data, headers: request.headers, body };
    receiver.asked.push(event);
    if (receiver.behave(event, response)) return;
    receiver.taken.push(event);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    asked: [],
    taken: [],
    behave: () => false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
