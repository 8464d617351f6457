import { openStdioEntrance } from '@gatehouse/mcp';
import { openGateway } from './mcp-world.ts';

/** The stdio entrance on the data directory of a test, as a process of its own. */
const report = (error: unknown) => void process.stderr.write(`fault: ${String(error)}\n`);
const gateway = openGateway(process.env.TEST_DATA as string, report);
const { stdin, stdout, stderr } = process;
process.exitCode = await openStdioEntrance({ gateway, key: process.env.GATEHOUSE_KEY, version: '1.0.0', report, stdin, stdout, stderr });
await gateway.store.close();
