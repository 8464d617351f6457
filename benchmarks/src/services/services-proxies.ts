import { keyRing } from '../calls.ts';
import { programOf, startServer } from '../child.ts';
import { makeDataset } from '../dataset.ts';
import { mcpRequest } from '../mcp-request.ts';
import { type Case, type Measured, measureCase } from '../measure-case.ts';
import { medianBy } from '../median.ts';
import { toolRequestMaker } from '../tool-request.ts';
import type { ServicesOptions } from './services.ts';
import { connectCommand } from './services-connect.ts';

const era = '2025-11-25';
/** Enough keys that none reaches 240 calls a minute. */
const keyCount = 4000;
const warmSeconds = 3;
const tool = 'execute_service_read_tool';

/**
 * Measures calls forwarded to a program over standard input and output, by the gateway over both entrances (with key, limit, check and log)
 * and by mcp-proxy (without these), in turns. Returns medians of the rounds. The processor time is that of the forwarding process, not of
 * the program.
 */
export async function measureProxies({ folder, seconds, rounds }: ServicesOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents: 10, activityRows: 0, keys: keyCount });
  const program = await programOf('services-stdio-server');
  await connectCommand(dataset.file, { service: 'echo', command: process.execPath, args: [program] });
  const gateway = await startServer('gateway-server', dataset.file);
  const proxy = await startServer('services-proxy-server', program);
  const keys = keyRing(dataset.keys);
  const argumentsOf = (index: number) => ({ toolSlug: 'echo__echo', arguments: { message: `call ${index}` } });
  const session = await openSession(proxy.port);
  const ways: Case[] = [
    { name: 'Gatehouse over HTTP', server: gateway, nextRequest: toolRequestMaker(tool, keys, argumentsOf) },
    {
      name: 'Gatehouse over MCP',
      server: gateway,
      nextRequest: mcpRequest(
        era,
        'tools/call',
        (index) => ({ name: tool, arguments: argumentsOf(index) }),
        () => bearer(keys.next()),
      ),
    },
    {
      name: 'mcp-proxy',
      server: proxy,
      nextRequest: mcpRequest(
        era,
        'tools/call',
        (index) => ({ name: 'echo', arguments: { message: `call ${index}` } }),
        () => session,
      ),
    },
  ];
  for (const way of ways) await measureCase(way, 16, warmSeconds);
  const rows: Record<string, string | number>[] = [];
  for (const inFlight of [1, 16]) {
    const measured = new Map<string, Measured[]>(ways.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const way of ways) measured.get(way.name)?.push(await measureCase(way, inFlight, seconds));
    const medians = ways.map(({ name }) => ({ name, ...medianBy(measured.get(name) ?? [], ({ cpuMicros }) => cpuMicros) }));
    const bare = medians.at(-1)?.cpuMicros ?? 0;
    for (const { name, callsPerSecond, cpuMicros, p50Micros } of medians)
      rows.push({
        'forwarded by': name,
        'in flight': inFlight,
        'calls/s': callsPerSecond,
        'p50 µs': p50Micros,
        'CPU µs': cpuMicros,
        'to mcp-proxy': (cpuMicros / bare).toFixed(2),
      });
  }
  await Promise.all([gateway.stop(), proxy.stop()]);
  return rows;
}

function bearer(key: string): string {
  return `Authorization: Bearer ${key}\r\n`;
}

/** The header of a session that was initialized. */
async function openSession(port: number): Promise<string> {
  const address = `http://127.0.0.1:${port}/mcp`;
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: era, capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } };
  const first = { jsonrpc: '2.0', id: 0, method: 'initialize', params };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(first) });
  const session = answer.headers.get('mcp-session-id');
  if (!answer.ok || session === null) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  await answer.text();
  const told = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await fetch(address, { method: 'POST', headers: { ...headers, 'Mcp-Session-Id': session }, body: JSON.stringify(told) });
  return `Mcp-Session-Id: ${session}\r\n`;
}
