// Entry of the executable, which needs no Node: it is Node 24 with this program and an archive of the package. Programs and libraries must
// be files to be loaded, so the first start unpacks the archive into the user's cache.
const { createHash } = require('node:crypto');
const { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const path = require('node:path');
const sea = require('node:sea');
const { zstdDecompressSync } = require('node:zlib');

process.argv[1] = process.execPath;
process.execArgv = [];

// Child of a gateway of this executable, which reads foreign files. It can open only its own program.
if (process.argv[2] === '--extraction-child') createRequire(process.argv[3])(process.argv[3]);
else runCommand(unpacked());

function runCommand(room) {
  const { runInstalled } = createRequire(path.join(room, 'package.json'))('./bin/run-installed.mjs');
  runInstalled(room).catch((error) => {
    process.stderr.write(`gatehouse: ${error.stack}\n`);
    process.exitCode = 1;
  });
}

/** Returns the folder with the archive's contents. It gets its final name only when complete, so an existing one is complete. */
function unpacked() {
  const archive = Buffer.from(sea.getRawAsset('room'));
  const state = createHash('sha256').update(archive).digest('hex').slice(0, 16);
  const places = cacheFolders();
  const found = places.find((place) => existsSync(path.join(place, `room-${state}`)) && isOwn(place));
  if (found !== undefined) return path.join(found, `room-${state}`);
  const faults = [];
  for (const place of places) {
    try {
      return unpack(archive, place, `room-${state}`);
    } catch (error) {
      faults.push(error.message);
    }
  }
  process.stderr.write(`gatehouse: it has to unpack itself once, and can write to no cache (set XDG_CACHE_HOME): ${faults.join('; ')}\n`);
  process.exit(1);
}

/** Folders to unpack into, of which the first writable one is used. In the folder shared by all users, it is a private subfolder. */
function cacheFolders() {
  const home = process.env.HOME ? [path.join(homedir(), '.cache')] : [];
  const caches = process.env.XDG_CACHE_HOME ? [process.env.XDG_CACHE_HOME] : home;
  return [...caches.map((cache) => path.join(cache, 'gatehouse')), path.join(tmpdir(), `gatehouse-${process.getuid?.() ?? 'user'}`)];
}

function unpack(archive, place, name) {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (!isOwn(place)) throw new Error(`${place} belongs to another user, or others can write to it`);
  const draft = mkdtempSync(path.join(place, 'draft-'));
  const target = path.join(place, name);
  try {
    for (const { file, bytes } of filesOf(zstdDecompressSync(archive))) {
      mkdirSync(path.dirname(path.join(draft, file)), { recursive: true });
      writeFileSync(path.join(draft, file), bytes);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another starting process created it first.
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** Reads the archive: the length of its table, the table of names and sizes as JSON, and the files one after another. */
function* filesOf(archive) {
  let at = 4 + archive.readUInt32LE(0);
  for (const [file, size] of JSON.parse(archive.subarray(4, at).toString('utf8')))
    yield { file, bytes: archive.subarray(at, (at += size)) };
}

/** True if only this user can have written the folder. Its files are executed, so other users must not be able to change them. */
function isOwn(folder) {
  const { uid, mode } = lstatSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0 && lstatSync(folder).isDirectory());
}
