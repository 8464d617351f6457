#!/usr/bin/env node
// Nothing of ours may be imported before the version is known: the SQLite driver ends an older Node without a word.
import { enableCompileCache } from 'node:module';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const advice = 'run "npx -y pnpm@12 gatehouse", which brings its own, or install Node 24 or newer';
  process.stderr.write(`gatehouse: this is Node ${process.versions.node}, and Gatehouse needs Node 24 or newer: ${advice}\n`);
  process.exit(1);
}
enableCompileCache();
const { runGatehouse } = await import('./program.ts');
await runGatehouse(process.argv.slice(2));
