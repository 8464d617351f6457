import type { PageBuilders } from '../start/page-builds.ts';
import { dataCommand } from '../workspace/options.ts';

/** Creates the command that serves the workspace application. No other command does. */
export function createStartCommand(builders: PageBuilders) {
  return dataCommand('start')
    .description('start the gateway: HTTP and MCP on one port, for the workspace in the data directory')
    .option('--host <address>', 'host to listen on (default: GATEHOUSE_HOST, else 127.0.0.1)')
    .option('--port <number>', 'port to listen on (default: GATEHOUSE_PORT, else 4747; 0 picks a free one)')
    .action(async (options) => {
      const { start } = await import('../start/start.ts');
      await start(options, builders);
    });
}
