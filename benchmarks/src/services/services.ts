import { keyRing } from '../calls.ts';
import { type ServerChild, startServer } from '../child.ts';
import { makeDataset } from '../dataset.ts';
import { load } from '../load.ts';
import { medianBy } from '../median.ts';
import type { DirectLoad, DirectResult } from '../services-client-server.ts';
import { toolRequestMaker } from '../tool-request.ts';
import { connectServices } from './services-connect.ts';
import { measureValidation } from './services-validation.ts';

export interface ServicesOptions {
  folder: string;
  seconds: number;
  rounds: number;
}

interface Measured {
  callsPerSecond: number;
  cpuMicros: number;
}

const eras = ['2026', '2025'];
/** Enough keys that none reaches 240 calls a minute. */
const keyCount = 2000;
const inFlight = 16;
const warmSeconds = 4;

/** Compares a call forwarded to an MCP server with the same call by the SDK's client alone, in turns. Returns medians of the rounds. */
export async function measureServices({ folder, seconds, rounds }: ServicesOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents: 10, activityRows: 0, keys: keyCount });
  const echo = await startServer('services-echo-server', '');
  const direct = await startServer('services-client-server', '');
  const urlOf = (era: string) => `http://127.0.0.1:${echo.port}/${era}`;
  await connectServices(
    dataset.file,
    eras.map((era) => ({ service: `echo-${era}`, kind: 'mcp-http', url: urlOf(era) })),
  );
  const gateway = await startServer('gateway-server', dataset.file);
  const keys = keyRing(dataset.keys);
  const requestOf = new Map(eras.map((era) => [era, echoCalls(`echo-${era}__echo`, keys)]));
  // Warms up before the measurement. Otherwise, the first era would pay for both.
  for (const [era, next] of requestOf) {
    await measureGateway(gateway, warmSeconds, next);
    await measureDirect(direct, { url: urlOf(era), inFlight, seconds: warmSeconds });
  }
  const rows: Record<string, string | number>[] = [];
  for (const [era, next] of requestOf) {
    const forwarded: Measured[] = [];
    const alone: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      forwarded.push(await measureGateway(gateway, seconds, next));
      alone.push(await measureDirect(direct, { url: urlOf(era), inFlight, seconds }));
    }
    rows.push(rowOf(era, medianBy(forwarded, byCost), medianBy(alone, byCost)));
  }
  await Promise.all([gateway.stop(), direct.stop(), echo.stop()]);
  const validation = await measureValidation();
  return rows.map((row) => ({ ...row, 'check of 2 KB µs': validation.toFixed(1) }));
}

function echoCalls(toolSlug: string, keys: { next(): string }): () => Buffer {
  return toolRequestMaker('execute_service_read_tool', keys, (index) => ({ toolSlug, arguments: { message: `call ${index}` } }));
}

async function measureGateway(gateway: ServerChild, seconds: number, nextRequest: () => Buffer): Promise<Measured> {
  const before = await gateway.usage();
  const { calls, failures, firstFailure, callsPerSecond } = await load({ port: gateway.port, inFlight, seconds, nextRequest });
  const after = await gateway.usage();
  if (failures > 0) throw new Error(`${failures} of ${calls} calls failed: ${firstFailure}`);
  return { callsPerSecond, cpuMicros: Math.round((after.cpuMicros - before.cpuMicros) / calls) };
}

async function measureDirect(direct: ServerChild, given: DirectLoad): Promise<Measured> {
  const answer = await fetch(`http://127.0.0.1:${direct.port}/`, { method: 'POST', body: JSON.stringify(given) });
  if (!answer.ok) throw new Error(`direct calls failed: ${await answer.text()}`);
  const { calls, cpuMicros } = (await answer.json()) as DirectResult;
  return { callsPerSecond: Math.round(calls / given.seconds), cpuMicros: Math.round(cpuMicros) };
}

const byCost = ({ cpuMicros }: Measured): number => cpuMicros;

function rowOf(era: string, forwarded: Measured, alone: Measured): Record<string, string | number> {
  return {
    protocol: era,
    'calls/s': forwarded.callsPerSecond,
    'CPU µs': forwarded.cpuMicros,
    'direct calls/s': alone.callsPerSecond,
    'direct CPU µs': alone.cpuMicros,
    'beyond it µs': forwarded.cpuMicros - alone.cpuMicros,
  };
}
