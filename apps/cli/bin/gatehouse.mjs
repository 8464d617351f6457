#!/usr/bin/env -S node --max-semi-space-size=16
// The flag limits V8's young generation, which otherwise grows with the machine's memory. The same load then takes a third more. V8 reads
// the flag only at its start. The scripts of the project's package.json have it too.
// Plain JavaScript, so that an older Node prints a sentence instead of a syntax error. Imports follow the version check, because older
// versions lack the imported names, and the SQLite driver ends them without a message.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  const advice = 'run "npx -y pnpm@12 gatehouse", which brings its own, or install Node 24 or newer';
  process.stderr.write(`gatehouse: this is Node ${process.versions.node}, and Gatehouse needs Node 24 or newer: ${advice}\n`);
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
const { default: path } = await import('node:path');
const { pathToFileURL } = await import('node:url');
const { bundle } = await import('../../../build/bundle.mjs');
const { buildConsole } = await import('../../../build/console.mjs');
const { buildDocs } = await import('../../../build/docs.mjs');
const { programEntries } = await import('../../../build/program-entries.mjs');
enableCompileCache();
const room = path.join(import.meta.dirname, '..');
const entries = programEntries(room);
// If no bundle can be written, for example in a read-only installation, the sources run instead, more slowly.
const program = await bundle({ folder: room, entries }).then(
  (bundled) => bundled('program'),
  (error) => {
    const advice = `let this user write to ${path.join(room, 'bundles')}, and run "npx -y pnpm@12 install" in the project directory`;
    const cost = 'it runs from its sources, which takes a second more to start and 200 MB of memory';
    process.stderr.write(`gatehouse: the program could not be bundled, so ${cost}: ${error.message}\ngatehouse: to fix this, ${advice}\n`);
    return entries.program;
  },
);
const { runGatehouse } = await import(pathToFileURL(program).href);
await runGatehouse(process.argv.slice(2), { buildConsole, buildDocs });
