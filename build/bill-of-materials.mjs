import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { packageNames } from './package-names.mjs';
import { root } from './state-of-sources.mjs';

const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
/** Packages that contain every dependency we ship. The documentation adds none. */
const shipped = ['@gatehouse/cli', '@gatehouse/console'].flatMap((name) => ['--filter', name]);

/** Writes a CycloneDX bill of materials of the command's package and its dependencies: from the lockfile, with hashes and licenses. */
export async function writeBillOfMaterials(file) {
  const args = ['-y', 'pnpm@12', ...shipped, 'sbom', '--prod', ...format, '--out', file];
  await promisify(execFile)('npx', args, { cwd: root });
  const bill = JSON.parse(readFileSync(file, 'utf8'));
  // pnpm names the repository, but the bill describes the package.
  const [group, name] = packageNames.command.split('/');
  Object.assign(bill.metadata.component, { group, name });
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
}
