import { keyRing, requestMaker } from '../calls.ts';
import { startServer } from '../child.ts';
import { makeDataset } from '../dataset.ts';
import { type LoadResult, load } from '../load.ts';
import { step } from '../report.ts';

export interface GrowthOptions {
  folder: string;
  seconds: number;
  documents: number[];
  activityRows: number[];
}

const calls = ['read_doc', 'search', 'list_docs', 'find_text', 'create_task'];

const roundCount = 3;

/** p50 of each call at one in flight, for every size; the last column compares with the smallest. */
export async function measureGrowth({
  folder,
  seconds,
  documents,
  activityRows,
}: GrowthOptions): Promise<Record<string, string | number>[]> {
  const rows: Record<string, string | number>[] = [];
  const first = new Map<string, number>();
  for (const count of documents) {
    for (const logged of activityRows) {
      step(`${count.toLocaleString('en')} documents, ${logged.toLocaleString('en')} activity rows`);
      const dataset = await makeDataset(folder, { documents: count, activityRows: logged, keys: 2000 });
      const server = await startServer('gateway-server', dataset.file);
      const keys = keyRing(dataset.keys);
      for (const tool of calls) {
        const nextRequest = requestMaker(tool, dataset, keys);
        await load({ port: server.port, inFlight: 1, seconds: 0.5, nextRequest });
        const rounds: LoadResult[] = [];
        for (let round = 0; round < roundCount; round++) rounds.push(await load({ port: server.port, inFlight: 1, seconds, nextRequest }));
        const result = quietest(rounds);
        if (!first.has(tool)) first.set(tool, result.p50Micros);
        rows.push(rowOf(tool, count, logged, result, first.get(tool) as number));
      }
      await server.stop();
    }
  }
  return rows;
}

/** Returns the fastest round. Other work on the machine only adds time, so this round represents the gateway best. */
function quietest(rounds: LoadResult[]): LoadResult {
  return rounds.reduce((best, round) => (round.p50Micros < best.p50Micros ? round : best));
}

function rowOf(tool: string, documents: number, logged: number, { p50Micros, p99Micros, failures }: LoadResult, smallest: number) {
  if (failures > 0) throw new Error(`${failures} calls of ${tool} failed`);
  return {
    call: tool,
    documents,
    'activity rows': logged,
    'p50 µs': p50Micros,
    'p99 µs': p99Micros,
    'to smallest': (p50Micros / smallest).toFixed(2),
  };
}
