import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { npmPrograms } from '../oauth/npm-programs.ts';
import { tryProgram } from '../oauth/try-program.ts';
import { type NpmPackages, openNpmPackages } from './npm-packages.ts';

/**
 * Installs the programs of npm that speak MCP, and has each connect with a key, and sign in if it can without a person. `NPM_PROGRAMS` names a
 * folder where they are installed already.
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

/** Runs the programs' own install scripts, which fetch or link files for this machine. Those of their dependencies are not needed. */
async function runOwnScripts({ at }: NpmPackages): Promise<void> {
  const run = promisify(execFile);
  for (const { package: name, install: script } of npmPrograms)
    if (script !== undefined) await run(process.execPath, [script], { cwd: at(name) });
}
