import { agentTools, createGateway, createRegistry } from '@gatehouse/core';
import { openStdioEntrance } from '@gatehouse/mcp';
import { openPostgres, openSqlite } from '@gatehouse/storage';

/** The stdio entrance on the data directory of a test, as a process of its own. */
const report = (error: unknown) => void process.stderr.write(`fault: ${String(error)}\n`);
const { DATABASE_URL: url, TEST_DATA: folder } = process.env;
const gateway = createGateway({
  // The test's virtual time decides about the limit on Postgres too.
  store: url ? await openPostgres({ url, slotClock: 'caller' }) : openSqlite({ file: `${folder}/gatehouse.db` }),
  registry: createRegistry(agentTools),
  settings: {
    baseUrl: null,
    consoleUrl: 'http://localhost:4747',
    secret: Buffer.alloc(32, 7),
    callsPerMinute: Number(process.env.TEST_CALLS ?? 100_000),
  },
  ...(process.env.TEST_NOW && { clock: () => Number(process.env.TEST_NOW) }),
  report,
});
const { stdin, stdout, stderr } = process;
process.exitCode = await openStdioEntrance({ gateway, key: process.env.GATEHOUSE_KEY, version: '1.0.0', report, stdin, stdout, stderr });
await gateway.store.close();
