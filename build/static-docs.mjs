// A program: writes the documentation as a site that stands alone, `npx -y pnpm@12 docs:site FOLDER`. Any web server can show it.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './state-of-sources.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('name the folder to write to: npx -y pnpm@12 docs:site FOLDER');
else if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty; name another folder, or remove what is in it`);
else await writeTo(path.resolve(folder));

async function writeTo(target) {
  const { writeSite } = await import('../apps/docs/src/site/write-site.ts');
  const { standing } = await import('../apps/docs/src/site/addresses.ts');
  await writeSite({ docs: path.join(root, 'docs'), folder: target, addresses: standing });
  process.stdout.write(`The documentation is in ${target}.\n`);
}

function fail(message) {
  process.stderr.write(`docs:site: ${message}\n`);
  process.exitCode = 2;
}
