#!/usr/bin/env node
// Plain JavaScript, so that an older Node gets a sentence and not a syntax error, and nothing of ours is loaded before the version
// is known: the SQLite driver ends an older Node without a word.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../../build/bundle.mjs';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const advice = 'run "npx -y pnpm@12 gatehouse", which brings its own, or install Node 24 or newer';
  process.stderr.write(`gatehouse: this is Node ${process.versions.node}, and Gatehouse needs Node 24 or newer: ${advice}\n`);
  process.exit(1);
}
enableCompileCache();
const room = path.join(import.meta.dirname, '..');
const bundled = await bundle({
  folder: room,
  entries: {
    program: path.join(room, 'src/program.ts'),
    // Started as a thread of its own.
    'backup-worker': path.join(room, '../../packages/storage/src/admin/backup-worker.ts'),
  },
});
const { runGatehouse } = await import(pathToFileURL(bundled('program')).href);
await runGatehouse(process.argv.slice(2));
