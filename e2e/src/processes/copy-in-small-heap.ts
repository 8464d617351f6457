import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@gatehouse/storage/testing';
import { runProgram } from '../cli/command.ts';
import { startServer } from './server.ts';

export interface LargeCopy {
  texts: number;
  /** Number of binary files of the same size. */
  binaries: number;
  fileBytes: number;
  heapMegabytes: number;
}

/**
 * Copies a workspace of large files to Postgres and back, each time with a heap that is too small for all of them, and then verifies it
 * with the same heap. Resolves with the faults.
 */
export async function copyInSmallHeap({ heapMegabytes, ...files }: LargeCopy): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-large-copy-'));
  try {
    const [data, back] = ['data', 'back'].map((name) => path.join(folder, name)) as [string, string];
    await fill(data, files);
    await using database = await createTestDatabase();
    const fileIn = (place: string) => `sqlite:${path.join(place, 'gatehouse.db')}`;
    const wrong: string[] = [];
    for (const command of [
      ['copy', '--from', fileIn(data), '--to', database.url],
      ['copy', '--from', database.url, '--to', fileIn(back)],
      ['verify', '--data', back],
    ]) {
      const ended = await runProgram([...command, '--json'], { env: { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` } });
      if (ended.code !== 0) wrong.push(`${command.join(' ')} ended with ${ended.code}: ${ended.stdout}${ended.stderr.slice(0, 500)}`);
    }
    return wrong;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function fill(data: string, { texts, binaries, fileBytes }: Omit<LargeCopy, 'heapMegabytes'>): Promise<void> {
  const server = await startServer(data, { DATABASE_URL: '' });
  const write = async (input: { name: string; content?: string; contentBase64?: string }) => {
    const response = await fetch(`${server.url}/v1/tools/write_file`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.quickstartKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${input.name}: ${await response.text()}`);
  };
  // Random content, which cannot be compressed much.
  const text = () => randomBytes((fileBytes * 3) / 4).toString('base64');
  for (let index = 0; index < texts; index++) await write({ name: `text ${index}`, content: text() });
  for (let index = 0; index < binaries; index++) {
    await write({ name: `binary ${index}`, contentBase64: randomBytes(fileBytes).toString('base64') });
  }
  await server.stop();
}
