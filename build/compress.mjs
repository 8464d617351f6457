import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const isText = /\.(js|css|svg|html|md|txt|json)$/;

/** Texts below a folder, compressed once and as small as they get, not at each request. Fonts and pictures are compressed already. */
function textsBelow(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile() && isText.test(file.name)).map((file) => path.join(file.parentPath, file.name));
}

/** Writes `.br` and `.gz` beside each text. */
export async function compressBelow(folder) {
  await Promise.all(
    textsBelow(folder).map(async (file) => {
      const text = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      const [small, smaller] = await Promise.all([promisify(gzip)(text, { level: 9 }), promisify(brotliCompress)(text, { params })]);
      writeFileSync(`${file}.gz`, small);
      writeFileSync(`${file}.br`, smaller);
    }),
  );
}

/** Writes `.gz` in the place of each text: what is kept in memory for a few readers is kept small. */
export async function packBelow(folder) {
  await Promise.all(
    textsBelow(folder).map(async (file) => {
      writeFileSync(`${file}.gz`, await promisify(gzip)(readFileSync(file), { level: 9 }));
      rmSync(file);
    }),
  );
}
