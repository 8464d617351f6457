// A program, run before each script of package.json: `node build/install.mjs programs`, or `tests` for what tests and checks need too.
// Without it, pnpm would install everything before any script: twice what a gateway needs. Plain JavaScript for Node 20, which can be the
// only Node before the first installation.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');
const record = path.join(modules, '.installed-from');

const wanted = process.argv[2];
if (wanted !== 'programs' && wanted !== 'tests') {
  process.stderr.write('build/install.mjs: say what to install, "programs" or "tests"\n');
  process.exit(2);
}
const installed = installedPackages();
if (!isCurrent()) install(wanted === 'tests' || installed === 'tests' ? 'tests' : 'programs');

function isCurrent() {
  if (installed === 'nothing' || (wanted === 'tests' && installed === 'programs')) return false;
  if (existsSync(record) && readFileSync(record, 'utf8') === stateOfManifests()) return true;
  // This user cannot update another user's installation, as in an image.
  return !isWritable(modules);
}

/** Reads which packages pnpm installed last, by this program or by hand. */
function installedPackages() {
  const file = path.join(modules, '.modules.yaml');
  const [, tests] = (existsSync(file) && /"devDependencies": (true|false)/.exec(readFileSync(file, 'utf8'))) || [];
  if (tests === undefined) return 'nothing';
  return tests === 'true' ? 'tests' : 'programs';
}

function install(packages) {
  // The age of each version was checked when the lockfile was written, and is checked again for tests. Asking the registry once more takes
  // 250 MB. And a copy of Node in pnpm's store would help only the next clone: it takes 125 MB.
  const least = ['--prod', '--trust-lockfile', '--config.side-effects-cache-readonly=true'];
  const { status, error } = runPnpm(['install', ...(packages === 'programs' ? least : [])]);
  if (error !== undefined) process.stderr.write(`pnpm could not be started: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(record, stateOfManifests());
}

/** The pnpm that runs this script, or else the one that npm fetches. What it says goes to stderr: the program's own output is on stdout. */
function runPnpm(args) {
  const caller = process.env.npm_execpath ?? '';
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  if (!/^pnpm/.test(path.basename(caller))) {
    return spawnSync('npx', ['-y', 'pnpm@12', ...args], { ...options, shell: process.platform === 'win32' });
  }
  return /\.[cm]?js$/.test(caller) ? spawnSync(process.execPath, [caller, ...args], options) : spawnSync(caller, args, options);
}

/** A hash of the lockfile, the settings and every package's manifest. */
function stateOfManifests() {
  const folders = ['packages', 'apps'].flatMap((group) => readdirSync(path.join(root, group)).map((name) => path.join(group, name)));
  const manifests = ['', 'e2e', 'benchmarks', 'examples', ...folders].map((folder) => path.join(folder, 'package.json'));
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]) {
    const place = path.join(root, file);
    if (existsSync(place)) hash.update(`${file}\n`).update(readFileSync(place));
  }
  return hash.digest('hex');
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
