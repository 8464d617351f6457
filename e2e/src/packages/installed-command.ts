import { cpSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeCommandPackage } from '../../../build/pack-command.mjs';
import { thisPlatform } from '../../../build/pack-runtime.mjs';
import { packageNames } from '../../../build/package-names.mjs';

/** The command's package as npm installs it, in a project with nothing else. */
export interface InstalledCommand extends Disposable {
  folder: string;
  program: string;
}

/** Without the tarball between, which takes seconds to make: the nightly part installs that. */
export async function installCommand(): Promise<InstalledCommand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-installed-'));
  const place = path.join(folder, 'node_modules', packageNames.command);
  await writeCommandPackage(place, [thisPlatform]);
  const runtime = path.join(folder, 'node_modules', packageNames.runtime(thisPlatform));
  mkdirSync(runtime, { recursive: true });
  putNode(path.join(runtime, 'node'));
  cpSync(path.join(place, 'package.json'), path.join(runtime, 'package.json'));
  return { folder, program: path.join(place, 'bin/gatehouse.mjs'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** A copy takes 120 MB, a link nothing; across file systems there is none. */
function putNode(to: string): void {
  try {
    linkSync(process.execPath, to);
  } catch {
    cpSync(process.execPath, to, { dereference: true });
  }
}
