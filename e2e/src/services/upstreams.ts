import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { freePort } from '../kit/free-port.ts';

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => path.dirname(require.resolve(`${name}/package.json`));

/** The reference servers, as people run them. */
export const everythingScript = path.join(packageFolder('@modelcontextprotocol/server-everything'), 'dist/index.js');
export const filesystemScript = path.join(packageFolder('@modelcontextprotocol/server-filesystem'), 'dist/index.js');

export interface Upstream extends AsyncDisposable {
  url: string;
  port: number;
}

/** server-everything on a port of loopback, over streamable HTTP or the older HTTP with SSE. */
export async function startEverything(port?: number, transport: 'streamableHttp' | 'sse' = 'streamableHttp'): Promise<Upstream> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, [everythingScript, transport], {
    env: { ...process.env, PORT: String(chosen) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The server reports on standard error that it listens.
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => /listening|is running/.test(chunk.toString()) && resolve());
    child.once('exit', () => reject(new Error('server-everything ended before it listened')));
  });
  return {
    url: `http://127.0.0.1:${chosen}/${transport === 'sse' ? 'sse' : 'mcp'}`,
    port: chosen,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The server of faults of this folder, as a process of its own. */
export async function startFaultServer(port = 0): Promise<Upstream> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fault-server.ts'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const listening = Number(line.toString());
  return {
    url: `http://127.0.0.1:${listening}/mcp`,
    port: listening,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
