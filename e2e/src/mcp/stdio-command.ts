import { program } from '../cli/command.ts';

/** How a client starts `gatehouse mcp`: on a data directory, or as a bridge to the gateway at an address. */
export function stdioCommand(to: { data: string } | { url: string }, key: string) {
  const target = 'url' in to ? ['--url', to.url] : ['--data', to.data];
  const env: Record<string, string> = { GATEHOUSE_KEY: key, GATEHOUSE_CALLS_PER_MINUTE: '100000' };
  return { command: process.execPath, args: [program, 'mcp', ...target], env };
}
