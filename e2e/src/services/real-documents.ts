// Connects every API document of a folder with the real command and prints the results: node e2e/src/services/real-documents.ts FOLDER
// [part of a name …]. The exit code is 1 if a document could not be connected, or if one of its tools cannot be used.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createSecretBox } from '@gatehouse/core';
import { openServices } from '@gatehouse/services';
import { openSqlite } from '@gatehouse/storage';
import { openPlace, program } from '../cli/command.ts';

interface Report {
  connected: boolean;
  why: string;
  tools: number;
  leftOut: { operation: string; reason: string }[];
  unusable: { tool: string; reason: string }[];
  /** Duration of the command. */
  milliseconds: number;
  peakMegabytes: number;
}

const tellPeak = 'data:text/javascript,process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
const [folder, ...parts] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node e2e/src/services/real-documents.ts FOLDER [part of a name …]\n');
  process.exit(2);
}
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:json|ya?ml)$/i.test(name) && statSync(path.join(folder, name)).isFile())
  .filter((name) => parts.length === 0 || parts.some((part) => name.includes(part)))
  .sort();

using place = openPlace();
await place.json(['init', '--org', 'Acme', '--email', 'owner@acme.test']);
const services = await openServices({
  box: createSecretBox({ secret: Buffer.alloc(32) }),
  events: { catalogue: async () => {}, health: async () => {}, isCurrent: async () => true },
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
const sums = { connected: 0, tools: 0, leftOut: 0, unusable: 0, peakMegabytes: 0 };
for (const name of files) {
  const report = await connect(path.join(folder, name));
  process.stdout.write(`${describe(name, report)}\n`);
  sums.connected += report.connected ? 1 : 0;
  sums.tools += report.tools;
  sums.leftOut += report.leftOut.length;
  sums.unusable += report.unusable.length;
  sums.peakMegabytes = Math.max(sums.peakMegabytes, report.peakMegabytes);
}
await services.close();
process.stdout.write(
  `\n${sums.connected} of ${files.length} documents connected: ${sums.tools} tools, ${sums.leftOut} operations left out, ` +
    `${sums.unusable} unusable schemas, at most ${sums.peakMegabytes} MB of memory\n`,
);
process.exitCode = sums.connected === files.length && sums.unusable === 0 ? 0 : 1;

async function connect(file: string): Promise<Report> {
  const first = await add(file, []);
  // If a document does not name its base address, the caller must give it.
  const made = first.error?.includes('give "baseUrl"') ? await add(file, ['--base-url', 'https://api.example.test/']) : first;
  const { value, milliseconds, peakMegabytes, error = '' } = made;
  if (!value) return { connected: false, why: error, tools: 0, leftOut: [], unusable: [], milliseconds, peakMegabytes };
  const unusable = await unusableTools(value.connectionId);
  await place.json(['connections', 'remove', value.connectionId]);
  return { connected: true, why: '', tools: value.toolsCount, leftOut: value.leftOut ?? [], unusable, milliseconds, peakMegabytes };
}

interface Added {
  value?: { connectionId: string; toolsCount: number; leftOut?: Report['leftOut'] };
  error?: string;
  milliseconds: number;
  peakMegabytes: number;
}

async function add(file: string, more: string[]): Promise<Added> {
  const args = ['connections', 'add', '--service', 'document', '--name', 'Document', '--openapi', file, '--json', ...more];
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...(await place.environment()) };
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', tellPeak, program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => (said.out += chunk));
  child.stderr.on('data', (chunk) => (said.error += chunk));
  await new Promise((ended) => child.on('close', ended));
  const milliseconds = Math.round(performance.now() - began);
  const peakMegabytes = Math.round(Number(/peak (\d+)$/.exec(said.error)?.[1] ?? 0) / 1024);
  if (!said.out.startsWith('{')) return { error: `the command ended: ${said.error.slice(0, 300)}`, milliseconds, peakMegabytes };
  const value = JSON.parse(said.out);
  return 'error' in value ? { error: value.error.message, milliseconds, peakMegabytes } : { value, milliseconds, peakMegabytes };
}

/** Returns tools whose arguments cannot be checked, with the message for callers. */
async function unusableTools(connectionId: string): Promise<Report['unusable']> {
  const store = await openSqlite({ file: path.join(place.data, 'gatehouse.db') });
  try {
    const [organization] = await store.read(() => store.organizations.list());
    const tools = await store.read(() => store.serviceTools.all(organization?.id ?? '', connectionId));
    const unusable: Report['unusable'] = [];
    for (const tool of tools) {
      const call = { caller: 'the script', signal: new AbortController().signal };
      const faults = await services.validateApart(tool, {}, call).catch((error: Error) => [{ path: '', message: error.message }]);
      const why = faults.find(({ path: at, message }) => at === '' && !message.startsWith('must'));
      if (why) unusable.push({ tool: tool.name, reason: why.message });
    }
    return unusable;
  } finally {
    await store.close();
  }
}

function describe(name: string, { connected, why, tools, leftOut, unusable, milliseconds, peakMegabytes }: Report): string {
  const head = connected ? `connected: ${tools} tools, ${leftOut.length} left out, ${unusable.length} unusable` : `NOT CONNECTED: ${why}`;
  const lines = [
    `${name}: ${head} (${(milliseconds / 1000).toFixed(1)} s, ${peakMegabytes} MB)`,
    ...leftOut.map(({ operation, reason }) => `  left out ${operation}: ${reason}`),
    ...unusable.map(({ tool, reason }) => `  unusable ${tool}: ${reason}`),
  ];
  // The words are the documents' own: none may move the cursor.
  return lines.map((line) => stripVTControlCharacters(line).replaceAll(/\p{Cc}/gu, ' ')).join('\n');
}
