#!/usr/bin/env -S node --max-semi-space-size=16
// The command as its package has it: everything was built when it was packed. For the flag, and why nothing is imported before the version
// is known, see gatehouse.mjs in the repository. An older Node hands over to the executable that was installed beside this package.
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

/** Among the optional dependencies; undefined on a platform for which there is none, or where they were left out. */
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
  // Node 22 can become the other program: one process, and signals reach it by themselves.
  if (process.execve) return process.execve(executable, [executable, ...args], process.env);
  const { spawn } = await import('node:child_process');
  const child = spawn(executable, args, { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'];
  // The terminal sends Ctrl-C to both, and the gateway ends at the second one: SIGINT is only passed on where there is no terminal.
  for (const signal of signals) process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  child.on('error', ({ message }) => refuse(`the executable that was installed beside this package does not run here: ${message}`));
  child.on('exit', (code, signal) => end(code, signal, signals));
}

/** As the other one ended: a supervisor sees what it would see of that one. */
function end(code, signal, signals) {
  for (const one of signals) process.removeAllListeners(one);
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
}

function refuse(advice) {
  process.stderr.write(`gatehouse: this is Node ${process.versions.node}, and Gatehouse needs Node 24 or newer: ${advice}\n`);
  process.exitCode = 1;
}
