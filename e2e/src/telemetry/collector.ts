import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Loose } from '../kit/world.ts';

/** An OTLP collector that behaves as a test wants, on this machine. */
export interface TestCollector extends AsyncDisposable {
  url: string;
  /** Number of requests for each signal. */
  asked: Record<string, number>;
  /** Accepted data, by signal. */
  taken: { traces: Loose[]; metrics: Loose[]; logs: Loose[] };
  headers: Loose[];
  /** Returns true if it has answered the request itself. Otherwise, the collector accepts the data. */
  behave: (signal: string, response: ServerResponse) => boolean;
}

export async function openCollector(): Promise<TestCollector> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const signal = request.url?.replace('/v1/', '') as keyof TestCollector['taken'];
    collector.asked[signal] = (collector.asked[signal] ?? 0) + 1;
    collector.headers.push(request.headers);
    const body = JSON.parse(gunzipSync(Buffer.concat(parts)).toString());
    if (collector.behave(signal, response)) return;
    collector.taken[signal].push(body);
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: TestCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: {},
    taken: { traces: [], metrics: [], logs: [] },
    headers: [],
    behave: () => false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

/** The attributes of a record, span or point, by name. */
export function attributesIn({ attributes }: Loose): Record<string, Loose> {
  return Object.fromEntries(attributes.map(({ key, value }: Loose) => [key, Object.values(value)[0]]));
}

export const recordsIn = ({ taken }: TestCollector): Loose[] =>
  taken.logs.flatMap(({ resourceLogs }) => resourceLogs[0].scopeLogs[0].logRecords);

export const spansIn = ({ taken }: TestCollector): Loose[] =>
  taken.traces.flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans);
