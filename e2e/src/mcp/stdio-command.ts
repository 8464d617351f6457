import { program } from '../cli/command.ts';
import type { McpWorld } from './mcp-world.ts';

/** Command with which a client starts `gatehouse mcp`: on a data directory, or as a bridge to a gateway's address. */
export function stdioCommand(to: Pick<McpWorld, 'directory' | 'environment'> | { bridge: string }, key: string) {
  const [target, environment] = 'bridge' in to ? [['--url', to.bridge], {}] : [['--data', to.directory], to.environment];
  const env: Record<string, string> = { GATEHOUSE_KEY: key, GATEHOUSE_CALLS_PER_MINUTE: '100000', ...environment };
  return { command: process.execPath, args: [program, 'mcp', ...target], env };
}
