// Runs commands one after another, each as in a process of its own. Started by command-host.ts.
import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Ended, HostedCommand } from './command-host.ts';

const program = process.argv[2] as string;
let runs = 0;

// Ends with the parent process, even during a command.
process.on('disconnect', () => process.exit());
process.on('message', async (command: HostedCommand) => process.send?.(await run(command)));

async function run({ args, env, cwd, input }: HostedCommand): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...args];
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [Buffer.from(input)]), configurable: true });
  const [stdout, stderr] = [listenTo(process.stdout), listenTo(process.stderr)];
  const before = keepingAlive();
  const noListeners = rememberListeners();
  try {
    // Imports the file of the command under a new address each time, so that it runs again.
    await import(`${pathToFileURL(program).href}?run=${++runs}`);
    // Waits until a separate process would end: until nothing keeps it alive.
    while (beyond(before, keepingAlive()).length > 0) await setTimeout(1);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.heard(), stderr: stderr.heard() };
  } finally {
    stdout.restore();
    stderr.restore();
    noListeners();
    process.exitCode = undefined;
  }
}

/** Resources that keep this process running. */
function keepingAlive(): string[] {
  return process.getActiveResourcesInfo();
}

/** Returns the resources that were not there before. The earlier ones may end at any time. */
function beyond(before: string[], now: string[]): string[] {
  const rest = [...before];
  return now.filter((one) => {
    const index = rest.indexOf(one);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}

function listenTo(stream: NodeJS.WriteStream) {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const written = rest.find((one) => typeof one === 'function');
    if (written) process.nextTick(written);
    return true;
  };
  return { heard: () => text, restore: () => void (stream.write = write) };
}

/** Records the listeners that a command would keep until its process ends. Returns a function that removes them. */
function rememberListeners(): () => void {
  const watched: { emitter: EventEmitter; event: string }[] = [
    { emitter: process, event: 'uncaughtException' },
    { emitter: process.stdout, event: 'error' },
    { emitter: process.stderr, event: 'error' },
  ];
  const before = watched.map(({ emitter, event }) => emitter.listeners(event));
  return () => {
    for (const [index, { emitter, event }] of watched.entries())
      for (const listener of emitter.listeners(event)) if (!before[index]?.includes(listener)) emitter.off(event, listener as () => void);
  };
}
