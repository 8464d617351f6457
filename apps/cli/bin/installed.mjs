#!/usr/bin/env -S node --max-semi-space-size=16
// The command in its package, in which everything is already built. gatehouse.mjs in the repository explains the flag and the late imports.
// An older Node hands over to the executable that was installed with this package.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const room = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [major = 0] = process.versions.node.split('.').map(Number);
if (major >= 24) await run();
else await handOver(findExecutable());

async function run() {
  const { runInstalled } = await import('./run-installed.mjs');
  await runInstalled(room);
}

/** Finds the executable among the optional dependencies. Undefined on a platform without one, or if they were left out. */
function findExecutable() {
  const require = createRequire(import.meta.url);
  const { runtimes } = require('../package.json');
  const name = runtimes[`${process.platform}-${process.arch}`];
  try {
    return name && path.join(path.dirname(require.resolve(`${name}/package.json`)), 'gatehouse');
  } catch {
    return undefined;
  }
}

async function handOver(executable) {
  const args = process.argv.slice(2);
  if (executable === undefined) return refuse('install Node 24 or newer, or install this package with its optional dependencies');
  // Node 22 can replace itself by the other program. Signals then reach the single process directly.
  if (process.execve) return process.execve(executable, [executable, ...args], process.env);
  const { spawn } = await import('node:child_process');
  const child = spawn(executable, args, { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'];
  // A terminal sends Ctrl-C to both processes, and a second SIGINT ends the gateway immediately. SIGINT is passed on only without a
  // terminal.
  for (const signal of signals) process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  child.on('error', ({ message }) => refuse(`the executable that was installed beside this package does not run here: ${message}`));
  child.on('exit', (code, signal) => end(code, signal, signals));
}

/** Ends like the other process, so that a supervisor sees the same result. */
function end(code, signal, signals) {
  for (const one of signals) process.removeAllListeners(one);
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
}

function refuse(advice) {
  process.stderr.write(`gatehouse: this is Node ${process.versions.node}, and Gatehouse needs Node 24 or newer: ${advice}\n`);
  process.exitCode = 1;
}
