import { keyRing, requestMaker } from './calls.ts';
import { type ServerChild, startServer } from './child.ts';
import { type Dataset, makeDataset } from './dataset.ts';
import { makeTokens } from './make-tokens.ts';
import { type Era, mcpRequest } from './mcp-request.ts';
import { type Case, type Measured, measureCase } from './measure-case.ts';
import { medianBy } from './median.ts';

export interface McpOptions {
  folder: string;
  seconds: number;
  rounds: number;
  documents: number;
}

const eras: Era[] = ['2026-07-28', '2025-11-25'];

/** Enough keys that none reaches 240 calls a minute. */
const keyCount = 4000;
const inFlight = 16;

/**
 * Compares the MCP entrance with the SDK serving an empty tool, and with the HTTP entrance, by keys and by tokens, in turns. Returns
 * medians of the rounds.
 */
export async function compareMcp({ folder, seconds, rounds, documents }: McpOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents, activityRows: 0, keys: keyCount });
  const tokens = makeTokens(dataset.file);
  const gateway = await startServer('gateway-server', dataset.file);
  const sdk = await startServer('sdk-server', dataset.file);
  const cases = casesOf(dataset, tokens, gateway, sdk);
  const measured = new Map<string, Measured[]>(cases.map(({ name }) => [name, []]));
  for (const each of cases) await measureCase(each, inFlight, 0.5);
  for (let round = 0; round < rounds; round++)
    for (const each of cases) measured.get(each.name)?.push(await measureCase(each, inFlight, seconds));
  await Promise.all([gateway.stop(), sdk.stop()]);
  return cases.map(({ name }) => {
    const { callsPerSecond, cpuMicros } = medianBy(measured.get(name) ?? [], ({ cpuMicros }) => cpuMicros);
    return { request: name, 'calls/s': callsPerSecond, 'CPU µs': cpuMicros };
  });
}

function casesOf(dataset: Dataset, tokens: string[], gateway: ServerChild, sdk: ServerChild): Case[] {
  const keys = keyRing(dataset.keys);
  const ofTokens = keyRing(tokens);
  const nextKey = () => `Authorization: Bearer ${keys.next()}\r\n`;
  const nextToken = () => `Authorization: Bearer ${ofTokens.next()}\r\n`;
  const call = (era: Era, name: string, input: () => object, identity = nextKey) =>
    mcpRequest(era, 'tools/call', () => ({ name, arguments: input() }), identity);
  let index = 0;
  const nextDoc = () => ({ docId: dataset.docIds[(index++ * 7919) % dataset.docIds.length] });
  return [
    { name: 'HTTP read_doc', server: gateway, nextRequest: requestMaker('read_doc', dataset, keys) },
    ...eras.flatMap((era) => [
      { name: `${era} SDK alone, empty tool`, server: sdk, nextRequest: call(era, 'empty', () => ({})) },
      { name: `${era} whoami`, server: gateway, nextRequest: call(era, 'whoami', () => ({})) },
      { name: `${era} whoami, by a token`, server: gateway, nextRequest: call(era, 'whoami', () => ({}), nextToken) },
      { name: `${era} read_doc`, server: gateway, nextRequest: call(era, 'read_doc', nextDoc) },
      { name: `${era} tools/list`, server: gateway, nextRequest: mcpRequest(era, 'tools/list', () => ({}), nextKey) },
    ]),
  ];
}
