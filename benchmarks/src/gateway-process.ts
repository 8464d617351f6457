import type { ChildProcess } from 'node:child_process';
import { spawnGatehouse } from './gateway-program.ts';
import { processorTime } from './processor-time.ts';

/** `gatehouse start`, as an operator runs it. */
export interface GatewayProcess {
  port: number;
  /** Processor time of the gateway so far, in microseconds. */
  cpuMicros(): number;
  stop(): Promise<void>;
}

export interface GatewayOptions {
  /** The data directory. */
  data: string;
  /** Undefined for the SQLite file in the data directory. */
  databaseUrl?: string | undefined;
}

export async function startGateway({ data, databaseUrl }: GatewayOptions): Promise<GatewayProcess> {
  const args = ['start', '--port', '0', '--data', data];
  const child = spawnGatehouse(args, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  // Ends the gateway with the benchmark, even if that was interrupted.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const port = await portOf(child);
  return {
    port,
    cpuMicros: () => processorTime(child.pid as number),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      process.off('exit', end);
    },
  };
}

/** Reads the port from the value that the gateway prints when it listens. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.endsWith('\n')) resolve(Number(new URL(JSON.parse(text).url).port));
    });
    child.once('exit', (code) => reject(new Error(`gatehouse start ended with ${code}`)));
  });
}
