import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '../console/browser.ts';
import { httpEntrance } from '../entrances/index.ts';
import { freePort } from '../kit/free-port.ts';
import { openClient, visit } from '../oauth/sign-in.ts';
import { startServer } from '../processes/server.ts';
import { makeKeys } from '../replicas/make-keys.ts';
import type { Target } from './attack.ts';

/** `gatehouse start` as an operator runs it, with data for an attacker and for honest callers. */
export interface AttackedGateway extends AsyncDisposable {
  target: Target;
  /** Twenty keys of organizations that are not the attacker's. */
  honestKeys: string[];
  residentBytes(): number;
}

const honestCallers = 20;
const fileBytes = 8 * 1024 ** 2;

export async function openAttackedGateway(): Promise<AttackedGateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-attacks-'));
  const port = `${await freePort()}`;
  // Needs a base URL, so that strangers can ask for consent.
  const address = { GATEHOUSE_PORT: port, GATEHOUSE_BASE_URL: `http://127.0.0.1:${port}` };
  const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', DATABASE_URL: '', ...address };
  const keys = await makeKeys(folder, environment, honestCallers + 1);
  const key = keys[honestCallers] as string;
  // Flags of the project's scripts. Without them, memory that V8 frees late would count as growth on a large machine.
  const server = await startServer(folder, environment, ['--max-semi-space-size=16']);
  // Ends the gateway with an interrupted run.
  const end = () => void server.kill();
  process.once('exit', end);
  // Loads the sign-in code, which is loaded with the first request of a client and would count as growth.
  const client = openClient(server.url);
  await visit(openBrowser(server.url), client.authorization((await client.register()).body.client_id));
  return {
    target: { url: server.url, key, download: await writeFile(server.url, key) },
    honestKeys: keys.slice(0, honestCallers),
    residentBytes: () => residentBytes(server.pid),
    async [Symbol.asyncDispose]() {
      process.off('exit', end);
      await server.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function writeFile(url: string, key: string): Promise<string> {
  const entrance = httpEntrance.open({ url });
  const contentBase64 = randomBytes(fileBytes).toString('base64');
  const written = await entrance.call('write_file', { name: 'large.bin', contentBase64 }, { key });
  const { value } = await entrance.call('read_file', { fileId: written.value.id }, { key });
  return new URL(value.downloadUrl).pathname;
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
