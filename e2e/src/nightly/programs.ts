import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { npmPrograms } from '../oauth/npm-programs.ts';
import { tryProgram } from '../oauth/try-program.ts';
import { type NpmPackages, openNpmPackages } from './npm-packages.ts';

/**
 * Installs npm programs that speak MCP, connects each with a key, and lets it sign in if that needs no person. `NPM_PROGRAMS` names a
 * folder with an existing installation.
 */
export async function signProgramsIn(): Promise<string[]> {
  const given = process.env.NPM_PROGRAMS;
  using packages = await openNpmPackages(
    npmPrograms.map((program) => program.package),
    given,
  );
  if (given === undefined) await runOwnScripts(packages);
  const wrong: string[] = [];
  for (const program of npmPrograms) {
    const faults = await tryProgram(program, packages.folder).catch((error: unknown) => [`${error}`]);
    process.stdout.write(
      `${program.package}: ${faults.length === 0 ? (program.signIn ? 'connects with a key, and signs in' : 'connects with a key') : 'does not connect'}\n`,
    );
    wrong.push(...faults.map((fault) => `${program.package}: ${fault}`));
  }
  return wrong;
}

/** Runs the programs' own install scripts, which download or link files for this machine. Scripts of their dependencies are not needed. */
async function runOwnScripts({ at }: NpmPackages): Promise<void> {
  const run = promisify(execFile);
  for (const { package: name, install: script } of npmPrograms)
    if (script !== undefined) await run(process.execPath, [script], { cwd: at(name) });
}
