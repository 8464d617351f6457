import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildConsole } from '../../build/console.mjs';
import { program } from './cli/command-host.ts';

/** Bundles the program and the console before the first test: else each of the first gateways bundles both, all at the same time. */
export default async function buildFirst(): Promise<void> {
  await Promise.all([buildConsole(), promisify(execFile)(process.execPath, [program, '--version'])]);
}
