// Program that starts a gateway as a page describes, with its own port and data directory, and stops it when it listens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [program = '', ...args] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-start-'));
const own = [...(args.includes('--data') ? [] : ['--data', folder]), '--port', '0'];
const child = spawn(process.execPath, [program, ...args, ...own], { stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
child.stdout.on('data', (chunk: Buffer) => {
  process.stdout.write(chunk);
  const didListen = isListening();
  said += chunk;
  // A second signal would end it immediately.
  if (isListening() && !didListen) child.kill('SIGTERM');
});
const [code] = await once(child, 'close');
rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;

function isListening(): boolean {
  return said.includes('Ctrl-C stops it.');
}
