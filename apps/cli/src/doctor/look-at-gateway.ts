import { createServer } from 'node:net';
import { fieldOf } from '@gatehouse/domain';
import type { Configuration } from '../configuration/configuration.ts';
import { databaseFile } from '../configuration/data-directory.ts';
import { failed, ok, type Verdict } from './finding.ts';
import { findHeldFiles, type HeldFile } from './held-files.ts';

/** Checks if the running gateway can write, and uses the current database file. */
export async function lookAtGateway({ data, databaseUrl, port }: Configuration): Promise<Verdict> {
  const [held] = databaseUrl === undefined ? findHeldFiles(databaseFile(data)) : [];
  if (held) return failed(describeHeld(held, data));
  if (!(await isGatehouse(port))) return ok(`no gateway listens on port ${port}`);
  const answer = await ask(port, '/readyz');
  if (answer?.ok) return ok(`the gateway on port ${port} is ready`);
  const message = fieldOf(fieldOf(await answer?.json().catch(() => undefined), 'error'), 'message');
  return failed(`the gateway on port ${port} is not ready: ${message ?? 'it gave no reason'}`);
}

function describeHeld({ processId, database, log }: HeldFile, data: string): string {
  const copies = [`cp ${database} saved.db`, ...(log === undefined ? [] : [`cp ${log} saved.db-wal`])];
  return `process ${processId} still uses a database file that was deleted or replaced, and loses its data when it ends: save the file first with "${copies.join(' && ')}"; then stop it, move everything except the secret out of ${data}, and run "gatehouse restore saved.db"`;
}

export async function lookAtPort({ host, port }: Configuration): Promise<Verdict> {
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer().once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (!fault) return ok(`${host}:${port} is free`);
  if (fault.code !== 'EADDRINUSE') return failed(`${host}:${port} cannot be opened (${fault.code}): choose another --host or --port`);
  if (await isGatehouse(port)) return ok(`a gateway is listening on port ${port}`);
  return failed(`port ${port} is taken by another program ("lsof -i :${port}" shows it): choose another one with --port`);
}

async function isGatehouse(port: number): Promise<boolean> {
  const answer = await ask(port, '/healthz');
  return answer?.ok === true && answer.headers.has('x-request-id');
}

/** Undefined without an answer. */
async function ask(port: number, path: string): Promise<Response | undefined> {
  return await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
}
