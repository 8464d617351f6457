// The command from built files: in its package, and in the executable.
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs the command from the folder `room`, which has the program in `dist`, and the pages. */
export async function runInstalled(room) {
  enableCompileCache();
  // npm scripts set it, which would make messages show the command as typed in a clone of the repository.
  delete process.env.npm_lifecycle_event;
  const { runGatehouse } = await import(pathToFileURL(path.join(room, 'dist/bin/program.mjs')).href);
  const built = (name) => async () => path.join(room, name);
  await runGatehouse(process.argv.slice(2), { buildConsole: built('console'), buildDocs: built('docs') });
}
