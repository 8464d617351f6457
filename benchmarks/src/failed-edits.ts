import { keyRing } from './calls.ts';
import { type ServerChild, startServer } from './child.ts';
import { makeDataset } from './dataset.ts';

export interface FailedEditsOptions {
  folder: string;
  rounds: number;
}

const fileBytes = 9 * 1024 * 1024;
const callsPerRound = 10;

const sentence = 'The quick brown fox jumps over the lazy dog, 12 times.';
const fill = (lines: string) => lines.repeat(Math.floor(fileBytes / Buffer.byteLength(lines)));
const texts: Record<string, string> = {
  'LF lines': fill(`${sentence}\n`),
  'CRLF lines': fill(`${sentence}\r\n`),
  'both endings': fill(`${sentence}\n${sentence}\r\n`),
  'other letters': fill('Съешь ещё этих мягких французских булок, да выпей чаю.\n'),
};
const absent = { oldText: 'The lazy dog\nis quick', newText: 'x' };
const query = 'giraffe';

/** Compares an edit that finds no place with a find in the same file, in processor time of the server (D21: at most twice as much). */
export async function measureFailedEdits({ folder, rounds }: FailedEditsOptions): Promise<Record<string, string | number>[]> {
  // A key has 240 calls a minute.
  const calls = Object.keys(texts).length * (2 * rounds * callsPerRound + 1);
  const dataset = await makeDataset(folder, { documents: 1, activityRows: 0, keys: Math.ceil(calls / 100) });
  const keys = keyRing(dataset.keys);
  const gateway = await startServer('gateway-server', dataset.file);
  const rows: Record<string, string | number>[] = [];
  for (const [name, content] of Object.entries(texts)) {
    // Base64, because only base64 content may be this large.
    const contentBase64 = Buffer.from(content).toString('base64');
    const { id: fileId } = await call(gateway, keys.next(), 'write_file', { name: `${name}.txt`, contentBase64 }, 200);
    const costs = { find: [] as number[], edit: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      costs.find.push(await cost(gateway, () => call(gateway, keys.next(), 'find_text', { fileId, query }, 200)));
      costs.edit.push(await cost(gateway, () => call(gateway, keys.next(), 'edit_file', { fileId, ...absent }, 400)));
    }
    const [find, edit] = [Math.min(...costs.find), Math.min(...costs.edit)];
    rows.push({ file: name, 'find ms': find.toFixed(1), 'failed edit ms': edit.toFixed(1), ratio: (edit / find).toFixed(2) });
  }
  await gateway.stop();
  return rows;
}

/** Milliseconds of processor time a call. */
async function cost(gateway: ServerChild, make: () => Promise<unknown>): Promise<number> {
  const before = await gateway.usage();
  for (let made = 0; made < callsPerRound; made++) await make();
  const after = await gateway.usage();
  return (after.cpuMicros - before.cpuMicros) / 1000 / callsPerRound;
}

async function call(gateway: ServerChild, key: string, tool: string, input: object, status: number): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/tools/${tool}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${tool} was answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}
