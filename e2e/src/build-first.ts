import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildConsole } from '../../build/console.mjs';
import { buildDocs } from '../../build/docs.mjs';
import { program } from './cli/command-host.ts';

/**
 * Bundles the program, the console and the documentation before the first test. Otherwise, each of the first gateways would bundle them
 * concurrently.
 */
export default async function buildFirst(): Promise<void> {
  await Promise.all([buildConsole(), buildDocs(), promisify(execFile)(process.execPath, [program, '--version'])]);
}
