// The command as an executable that needs no Node: Node 24 with this program and an archive of the package in it. What runs, and what the
// system loads, has to be a file, so the first start unpacks the archive into the user's cache.
const { createHash } = require('node:crypto');
const { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const path = require('node:path');
const sea = require('node:sea');
const { zstdDecompressSync } = require('node:zlib');

process.argv[1] = process.execPath;
process.execArgv = [];

// Started by a gateway of this executable, to read files of others: it may open nothing but its program.
if (process.argv[2] === '--extraction-child') createRequire(process.argv[3])(process.argv[3]);
else runCommand(unpacked());

function runCommand(room) {
  const { runInstalled } = createRequire(path.join(room, 'package.json'))('./bin/run-installed.mjs');
  runInstalled(room).catch((error) => {
    process.stderr.write(`gatehouse: ${error.stack}\n`);
    process.exitCode = 1;
  });
}

/** The folder with the archive's contents. It gets its name only when complete, so a folder with the name is complete. */
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

/** Where to unpack, the first that can be written to. In the folder that all users share, one of our own. */
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
    // Another process that is starting was faster.
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** The archive: how long its table is, the table of names and sizes as JSON, and the files one after another. */
function* filesOf(archive) {
  let at = 4 + archive.readUInt32LE(0);
  for (const [file, size] of JSON.parse(archive.subarray(4, at).toString('utf8')))
    yield { file, bytes: archive.subarray(at, (at += size)) };
}

/** Files there are executed, so nobody else may have put them there or may change them. */
function isOwn(folder) {
  const { uid, mode } = lstatSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0 && lstatSync(folder).isDirectory());
}
