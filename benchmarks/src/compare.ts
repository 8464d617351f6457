import { copyFileSync } from 'node:fs';
import { keyRing, requestMaker } from './calls.ts';
import { type ServerChild, startServer } from './child.ts';
import { makeDataset } from './dataset.ts';
import { type LoadResult, load } from './load.ts';
import { medianBy } from './median.ts';
import { progress, step } from './report.ts';

export interface CompareOptions {
  folder: string;
  tools: string[];
  seconds: number;
  rounds: number;
  documents: number;
}

interface Measured extends LoadResult {
  cpuMicros: number;
}

/** Calls that the bare server offers too. */
export const comparedCalls = ['read_doc', 'search', 'list_docs', 'find_text', 'create_task', 'edit_doc'];
const levels = [1, 16, 64];
/** Enough keys that none reaches 240 calls a minute. */
const keyCount = 6000;

/** Measures each call at each number in flight, gateway and bare route in turns. Returns medians of the rounds. */
export async function compareWithBare({
  folder,
  tools,
  seconds,
  rounds,
  documents,
}: CompareOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents, activityRows: 0, keys: keyCount });
  // Uses a separate file, so that one side does not read what the other writes.
  const bareFile = `${dataset.file}.bare`;
  copyFileSync(dataset.file, bareFile);
  const gateway = await startServer('gateway-server', dataset.file);
  const bare = await startServer('bare-server', bareFile);
  const keys = keyRing(dataset.keys);
  const rows: Record<string, string | number>[] = [];
  const idle = await gateway.usage();
  let done = 0;
  for (const tool of tools) {
    const next = requestMaker(tool, dataset, keys);
    await load({ port: gateway.port, inFlight: 16, seconds: 0.5, nextRequest: next });
    const nextBare = requestMaker(tool, dataset, keys);
    await load({ port: bare.port, inFlight: 16, seconds: 0.5, nextRequest: nextBare });
    for (const inFlight of levels) {
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await measure(gateway, inFlight, seconds, next));
        theirs.push(await measure(bare, inFlight, seconds, nextBare));
      }
      rows.push(rowOf(tool, inFlight, medianBy(ours, byPace), medianBy(theirs, byPace)));
      done += 1;
      progress('measured', done, tools.length * levels.length);
    }
  }
  step(
    `memory of the gateway: ${Math.round(idle.rssBytes / 1e6)} MB idle, ${Math.round((await gateway.usage()).rssBytes / 1e6)} MB after the load`,
  );
  await Promise.all([gateway.stop(), bare.stop()]);
  return rows;
}

async function measure(server: ServerChild, inFlight: number, seconds: number, nextRequest: () => Buffer): Promise<Measured> {
  const before = await server.usage();
  const result = await load({ port: server.port, inFlight, seconds, nextRequest });
  const after = await server.usage();
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.calls} calls failed: ${result.firstFailure}`);
  return { ...result, cpuMicros: Math.round((after.cpuMicros - before.cpuMicros) / result.calls) };
}

const byPace = ({ callsPerSecond }: Measured): number => callsPerSecond;

function rowOf(tool: string, inFlight: number, ours: Measured, bare: Measured): Record<string, string | number> {
  return {
    call: tool,
    'in flight': inFlight,
    'calls/s': ours.callsPerSecond,
    'p50 µs': ours.p50Micros,
    'p99 µs': ours.p99Micros,
    'CPU µs': ours.cpuMicros,
    'bare calls/s': bare.callsPerSecond,
    'bare CPU µs': bare.cpuMicros,
    ratio: (ours.callsPerSecond / bare.callsPerSecond).toFixed(2),
  };
}
