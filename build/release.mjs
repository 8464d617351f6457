// A program: writes what is published of a version, `npx -y pnpm@12 release FOLDER`. It publishes nothing.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { writeBillOfMaterials } from './bill-of-materials.mjs';
import { writeClientPackage } from './pack-client.mjs';
import { writeCommandPackage } from './pack-command.mjs';
import { writeLibraryPackage } from './pack-library.mjs';
import { thisPlatform, writeRuntimePackage } from './pack-runtime.mjs';
import { writeServerDescription } from './server-description.mjs';

const run = promisify(execFile);

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('name the folder to write to: npx -y pnpm@12 release FOLDER');
else if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty; name another folder, or remove what is in it`);
else await release(path.resolve(folder)).catch((error) => fail(error.message));

/** Writes all of it, or nothing: a folder that was begun could not be written to again. */
async function release(target) {
  mkdirSync(path.dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}-`);
  try {
    chmodSync(draft, 0o755);
    await writeRelease(draft);
    if (existsSync(target)) rmdirSync(target);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const names = readdirSync(target).sort();
  process.stdout.write(`${names.map((name) => path.join(folder, name)).join('\n')}\n`);
}

async function writeRelease(target) {
  await pack(async (draft) => {
    await writeCommandPackage(draft, [thisPlatform]);
    await pack(async (runtime) => {
      await writeRuntimePackage(runtime, draft);
      const alone = createWriteStream(path.join(target, `gatehouse-${thisPlatform}.gz`));
      await pipeline(createReadStream(path.join(runtime, 'gatehouse')), createGzip(), alone);
    }, target);
  }, target);
  await pack(writeLibraryPackage, target);
  await pack(writeClientPackage, target);
  await writeBillOfMaterials(path.join(target, 'sbom.cdx.json'));
  writeServerDescription(path.join(target, 'server.json'));
  const names = readdirSync(target).sort();
  writeFileSync(path.join(target, 'SHA256SUMS'), names.map((name) => `${sha256(path.join(target, name))}  ${name}\n`).join(''));
}

/** Packs from an empty folder, so that the package contains only written files. */
async function pack(write, target) {
  const draft = mkdtempSync(path.join(tmpdir(), 'gatehouse-pack-'));
  try {
    await write(draft);
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', target], { cwd: draft });
  } finally {
    rmSync(draft, { recursive: true });
  }
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function fail(message) {
  process.stderr.write(`release: ${message}\n`);
  process.exitCode = 2;
}
