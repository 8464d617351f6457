// The executable: Node 24 with the command's package in it (single executable applications of Node).
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { root } from './state-of-sources.mjs';

const run = promisify(execFile);
/** Marker in Node's executable that tells Node if it contains a program. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const drivers = 'node_modules/better-sqlite3/prebuilds/';

/** Writes the executable for this platform. `room` is the folder of the command's package. Must run on Node 24. */
export async function writeExecutable(file, room) {
  const folder = `${file}.parts`;
  mkdirSync(folder);
  try {
    const [archive, blob] = [path.join(folder, 'room'), path.join(folder, 'blob')];
    writeFileSync(archive, archiveOf(room));
    const configuration = path.join(folder, 'sea.json');
    writeFileSync(configuration, JSON.stringify(configurationOf({ archive, blob })));
    await run(process.execPath, ['--experimental-sea-config', configuration]);
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
    await run(process.execPath, [postject, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function configurationOf({ archive, blob }) {
  return {
    main: path.join(root, 'apps/cli/bin/executable.cjs'),
    output: blob,
    assets: { room: archive },
    disableExperimentalSEAWarning: true,
    // Same options as in the command's first line.
    execArgv: ['--max-semi-space-size=16'],
  };
}

/** Packs files in the format that executable.cjs reads. Includes only this platform's database driver. */
function archiveOf(room) {
  const all = readdirSync(room, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all.map(({ parentPath, name }) => path.relative(room, path.join(parentPath, name))).sort();
  const files = names.filter((name) => !name.startsWith(drivers) || name === `${drivers}${process.platform}-${process.arch}.node`);
  const contents = files.map((name) => readFileSync(path.join(room, name)));
  const table = Buffer.from(JSON.stringify(files.map((name, index) => [name, contents[index].length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(table.length);
  return zstdCompressSync(Buffer.concat([length, table, ...contents]), { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
}
