import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeCommandPackage } from '../../../build/pack-command.mjs';
import { thisPlatform, writeRuntimePackage } from '../../../build/pack-runtime.mjs';
import { packageNames } from '../../../build/package-names.mjs';

/** Package of the command as npm installs it, in an otherwise empty project. */
export interface InstalledCommand extends Disposable {
  folder: string;
  program: string;
  /** The command that needs no Node. */
  executable: string;
}

/** Installs the command without a tarball, which takes seconds to make. The nightly part installs the tarball. */
export async function installCommand(): Promise<InstalledCommand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-installed-'));
  const place = path.join(folder, 'node_modules', packageNames.command);
  await writeCommandPackage(place, [thisPlatform]);
  const runtime = path.join(folder, 'node_modules', packageNames.runtime(thisPlatform));
  mkdirSync(runtime, { recursive: true });
  await writeRuntimePackage(runtime, place);
  return {
    folder,
    program: path.join(place, 'bin/gatehouse.mjs'),
    executable: path.join(runtime, 'gatehouse'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
