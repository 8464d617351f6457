import { openStdioBridge } from '@gatehouse/mcp';

/** The stdio bridge to a remote gateway, as a process of its own. */
const { stdin, stdout, stderr } = process;
const url = process.env.TEST_URL as string;
process.exitCode = await openStdioBridge({ url, key: process.env.GATEHOUSE_KEY, version: '1.0.0', stdin, stdout, stderr });
