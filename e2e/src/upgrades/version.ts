import { program, runProgram } from '../cli/command.ts';
import type { Loose } from '../kit/world.ts';
import { type ServerProcess, startServer } from '../processes/server.ts';

/** The command of a version on a data directory. */
export interface Version {
  start(): Promise<ServerProcess>;
  /** The JSON that a command prints; it must succeed. */
  json(args: string[]): Promise<Loose>;
}

export const thisVersion = program;

export function versionOn(version: string, data: string, environment: Record<string, string>): Version {
  return {
    start: () => startServer(data, environment, [], version),
    async json(args) {
      const options = { env: { ...environment, GATEHOUSE_DATA: data }, program: version };
      const { code, stdout, stderr } = await runProgram([...args, '--json'], options);
      if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code}\n${stdout}${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
