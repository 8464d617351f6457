import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The mutation run over all its subjects, which writes what it finds by itself. */
export async function runMutations(): Promise<string[]> {
  const script = path.join(import.meta.dirname, '../mutation-run/run.ts');
  const [code] = await once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'exit');
  return code === 0 ? [] : [`the mutation run ended with ${code}`];
}
