import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmPrograms } from '../oauth/npm-programs.ts';
import { tryProgram } from '../oauth/try-program.ts';

/**
 * Installs the programs of npm that speak MCP, and has each connect with a key, and sign in where it can without a person. `NPM_PROGRAMS` names a folder where they are
 * installed already.
 */
export async function signProgramsIn(): Promise<string[]> {
  const given = process.env.NPM_PROGRAMS;
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'gatehouse-npm-programs-'));
  const wrong: string[] = [];
  try {
    if (given === undefined) await install(folder);
    for (const program of npmPrograms) {
      const faults = await tryProgram(program, folder).catch((error: unknown) => [`${error}`]);
      process.stdout.write(
        `${program.package}: ${faults.length === 0 ? (program.signIn ? 'connects with a key, and signs in' : 'connects with a key') : 'does not connect'}\n`,
      );
      wrong.push(...faults.map((fault) => `${program.package}: ${fault}`));
    }
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true });
  }
  return wrong;
}

/** Their own scripts fetch or link what is made for this machine; those of what they depend on are not needed. */
async function install(folder: string): Promise<void> {
  const run = promisify(execFile);
  const names = npmPrograms.map((program) => program.package);
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...names], { cwd: folder });
  for (const { package: name, install: script } of npmPrograms)
    if (script !== undefined) await run(process.execPath, [script], { cwd: path.join(folder, 'node_modules', name) });
}
