import type { ServerChild } from './child.ts';
import { load } from './load.ts';

/** Request to one server, built anew each time. */
export interface Case {
  name: string;
  server: ServerChild;
  nextRequest: () => Buffer;
}

export interface Measured {
  callsPerSecond: number;
  /** Processor time of the server for each call. */
  cpuMicros: number;
  p50Micros: number;
}

/** Calls a server for a number of seconds, with a number of concurrent calls. */
export async function measureCase({ name, server, nextRequest }: Case, inFlight: number, seconds: number): Promise<Measured> {
  const before = await server.usage();
  const { calls, failures, firstFailure, callsPerSecond, p50Micros } = await load({ port: server.port, inFlight, seconds, nextRequest });
  const after = await server.usage();
  if (failures > 0) throw new Error(`${name}: ${failures} of ${calls} failed: ${firstFailure}`);
  return { callsPerSecond, p50Micros, cpuMicros: Math.round((after.cpuMicros - before.cpuMicros) / calls) };
}
