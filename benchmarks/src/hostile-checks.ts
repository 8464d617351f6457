import { keyRing, requestMaker } from './calls.ts';
import { type ServerChild, startServer } from './child.ts';
import { makeDataset } from './dataset.ts';
import { type LoadResult, load } from './load.ts';
import { medianBy } from './median.ts';
import { connectServices } from './services/services-connect.ts';
import { toolRequestMaker } from './tool-request.ts';

export interface HostileChecksOptions {
  folder: string;
  seconds: number;
  rounds: number;
}

const hostileCalls = 50;
const honestInFlight = 4;
const honestKeys = 3000;

/** A tree that each of two branches goes through to its end, as public API documents have them; 40 levels are 2^40 steps. */
const branch = { properties: { next: { $ref: '#/components/schemas/Node' } } };
const body = { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } };
const document = JSON.stringify({
  openapi: '3.1.0',
  paths: { '/tree': { post: { operationId: 'tree', requestBody: body } } },
  components: { schemas: { Node: { properties: { end: false }, anyOf: [branch, branch] } } },
});
const nested = (depth: number): object => (depth === 0 ? { end: 1 } : { next: nested(depth - 1) });

/**
 * Measures waiting times of honest callers, quiet and during 50 concurrent calls with arguments that take years to check, each of a
 * different key (D33).
 */
export async function measureHostileChecks({ folder, seconds, rounds }: HostileChecksOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents: 10, activityRows: 0, keys: honestKeys + hostileCalls });
  const echo = await startServer('services-echo-server', '');
  const baseUrl = `http://127.0.0.1:${echo.port}`;
  await connectServices(dataset.file, [
    { service: 'echo', kind: 'mcp-http', url: `${baseUrl}/2026` },
    { service: 'hostile', kind: 'openapi', document, baseUrl },
  ]);
  const gateway = await startServer('gateway-server', dataset.file);
  const keys = keyRing(dataset.keys.slice(hostileCalls));
  const hostileKeys = keyRing(dataset.keys.slice(0, hostileCalls));
  const hostile = toolRequestMaker('execute_service_tool', hostileKeys, () => ({
    toolSlug: 'hostile__tree',
    arguments: { body: nested(40) },
  }));
  const serviceCall = (tool: string) =>
    toolRequestMaker('execute_service_read_tool', keys, (index) => ({
      toolSlug: `echo__${tool}`,
      arguments: { message: `call ${index}` },
    }));
  const honest = {
    whoami: requestMaker('whoami', dataset, keys),
    'checked service call': serviceCall('echo'),
    'checked on a thread': serviceCall('echo_much'),
  };
  const megabytes = async () => Math.round((await gateway.usage()).rssBytes / 1e6);
  const rows: Record<string, string | number>[] = [];
  for (const [call, next] of Object.entries(honest)) {
    // Warms up before the measurement: the schema is compiled, and the threads run.
    await load({ port: gateway.port, inFlight: honestInFlight, seconds, nextRequest: next });
    await load({ port: gateway.port, inFlight: hostileCalls, seconds: 2, nextRequest: hostile });
    const quiet: LoadResult[] = [];
    const beside: LoadResult[] = [];
    const before = await megabytes();
    for (let round = 0; round < rounds; round++) {
      quiet.push(await measure(gateway, seconds, next));
      const attack = load({ port: gateway.port, inFlight: hostileCalls, seconds: seconds + 1, nextRequest: hostile });
      beside.push(await measure(gateway, seconds, next));
      const { calls, failures } = await attack;
      if (calls !== failures) throw new Error('a call whose arguments take years to check was answered 200');
    }
    const after = await megabytes();
    rows.push({ ...rowOf(call, medianBy(quiet, byTail), medianBy(beside, byTail)), 'MB before': before, 'MB after': after });
  }
  // Threads that have nothing to do are ended after a minute.
  await new Promise((passed) => setTimeout(passed, 65_000));
  const end = await megabytes();
  await Promise.all([gateway.stop(), echo.stop()]);
  return rows.map((row) => ({ ...row, 'MB a minute later': end }));
}

async function measure(gateway: ServerChild, seconds: number, nextRequest: () => Buffer): Promise<LoadResult> {
  const result = await load({ port: gateway.port, inFlight: honestInFlight, seconds, nextRequest });
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.calls} honest calls failed: ${result.firstFailure}`);
  return result;
}

const byTail = ({ p99Micros }: LoadResult): number => p99Micros;

function rowOf(call: string, quiet: LoadResult, beside: LoadResult): Record<string, string | number> {
  return {
    call,
    'quiet p50 µs': quiet.p50Micros,
    'beside p50 µs': beside.p50Micros,
    'p50 ratio': (beside.p50Micros / quiet.p50Micros).toFixed(2),
    'quiet p99 µs': quiet.p99Micros,
    'beside p99 µs': beside.p99Micros,
    'p99 ratio': (beside.p99Micros / quiet.p99Micros).toFixed(2),
  };
}
