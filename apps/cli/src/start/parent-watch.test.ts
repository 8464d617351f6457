import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const module = pathToFileURL(path.join(import.meta.dirname, 'parent-watch.ts')).href;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-parent-watch-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A program that says when it runs and when it was told, started through a shell by a command of this name. */
async function startThrough(name: string, patienceMs: number): Promise<{ launcher: ReturnType<typeof spawn>; said: () => string }> {
  const said = path.join(folder, 'said');
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
import { whenLaunchersEnd } from ${JSON.stringify(module)};
const say = (word) => appendFileSync(${JSON.stringify(said)}, word);
whenLaunchersEnd(() => { say(' told'); process.exit(); });
say('running');
setTimeout(() => { say(' not told'); process.exit(); }, ${patienceMs});`,
  );
  const command = path.join(folder, name);
  writeFileSync(command, `#!/bin/bash\nsh -c '"$0" "$1"; true' "$@"\ntrue\n`);
  chmodSync(command, 0o755);
  const launcher = spawn(command, [process.execPath, program], { stdio: 'ignore' });
  await expect.poll(() => existsSync(said)).toBe(true);
  return { launcher, said: () => readFileSync(said, 'utf8') };
}

describe.skipIf(process.platform !== 'linux')('a launcher of the gateway that ends', () => {
  it.each(['npx', 'gatehouse'])('%s is noticed, although it passed no signal on', async (name) => {
    const { launcher, said } = await startThrough(name, 60_000);
    launcher.kill('SIGKILL');
    await expect.poll(said).toBe('running told');
  });

  it('is ignored if the parent is a terminal', async () => {
    const { launcher, said } = await startThrough('terminal', 4000);
    launcher.kill('SIGTERM');
    await expect.poll(said).toBe('running not told');
  });
});
