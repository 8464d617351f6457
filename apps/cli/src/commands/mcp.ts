import { hostname } from 'node:os';
import { Command } from '@commander-js/extra-typings';
import type { StdioEntranceOptions } from '@gatehouse/mcp';
import { openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { version } from '../version.ts';

export const mcpCommand = new Command('mcp')
  .description('serve MCP on stdin and stdout; reads the key from GATEHOUSE_KEY')
  .option('--data <directory>', 'data directory (default: GATEHOUSE_DATA, else .gatehouse)')
  .option('--url <address>', 'forward to the gateway at this URL instead of opening the data directory')
  .action(async ({ data, url }) => {
    const configuration = readConfiguration({ data });
    const { key } = configuration;
    const { stdin, stdout, stderr } = process;
    const machine = hostname();
    const { openStdioBridge } = await import('@gatehouse/mcp');
    const code =
      url === undefined
        ? await serveHere(configuration, { key, machine, version, stdin, stdout, stderr })
        : await openStdioBridge({ url, key, machine, version, stdin, stdout, stderr });
    // Exits explicitly: after the key stops working, the client still holds stdin open, but no work is left.
    stdout.write('', () => process.exit(code));
  });

async function serveHere(
  configuration: ReturnType<typeof readConfiguration>,
  streams: Omit<StdioEntranceOptions, 'gateway' | 'report'>,
): Promise<number> {
  const { openStdioEntrance } = await import('@gatehouse/mcp');
  const gatehouse = await openGatehouse(configuration, { create: false, serves: true });
  try {
    const report = (error: unknown) => gatehouse.logger.fault('a message failed with an internal error', error);
    return await openStdioEntrance({ gateway: gatehouse.gateway, report, ...streams });
  } finally {
    await gatehouse.close();
  }
}
