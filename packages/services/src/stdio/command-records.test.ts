import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCommandRecords } from './command-records.ts';
import { identityOf, isSameProcess, type ProcessIdentity } from './process-identity.ts';

let folder: string;
let children: ChildProcess[] = [];
let reported: unknown[] = [];
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'gatehouse-records-')), 'commands');
  reported = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(path.dirname(folder), { recursive: true });
});

const records = () => createCommandRecords({ folder, report: (error) => reported.push(error), killAfterMs: 200 });
const filesOf = () => readdirSync(folder);

async function startChild(script = 'setInterval(() => {}, 1e6); console.log(1)'): Promise<ProcessIdentity> {
  const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return identityOf(child.pid as number) as ProcessIdentity;
}

/** As a gateway leaves it that was killed: nobody has its number and start any more. */
function leave(command: ProcessIdentity, more: object = {}): void {
  records().note('conn_1', command.pid);
  const file = path.join(folder, filesOf()[0] as string);
  const noted = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...noted, gateway: { ...noted.gateway, started: 'before' }, command, ...more }));
}

it('keeps a record as long as a command runs, for its owner alone', async () => {
  const takeBack = records().note('conn_1', (await startChild()).pid);
  expect(filesOf()).toEqual([expect.stringMatching(/^conn_1\.\d+\.\d+\.json$/)]);
  takeBack();
  expect(filesOf()).toEqual([]);
});

it('ends the command of a gateway that was killed, also one that does not want to', async () => {
  const command = await startChild(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log(1)`);
  leave(command);
  await records().endLeft();
  expect([isSameProcess(command), filesOf(), reported]).toEqual([false, [], []]);
});

it('leaves the commands of a gateway that runs, and of another machine', async () => {
  const command = await startChild();
  records().note('conn_1', command.pid);
  await records().endLeft();
  expect([isSameProcess(command), filesOf()]).toEqual([true, [expect.any(String)]]);
  leave(command, { host: `not-${hostname()}` });
  await records().endLeft();
  expect([isSameProcess(command), filesOf()]).toEqual([true, [expect.any(String)]]);
});

it('leaves a process alone that has the number of a command and started at another time', async () => {
  const other = await startChild();
  leave({ ...other, started: 'at another time' });
  await records().endLeft();
  expect([isSameProcess(other), filesOf()]).toEqual([true, []]);
});

it.each(['', '{', '{}', '{"connectionId":"c","host":"h","gateway":{"pid":1,"started":"x"},"command":{"pid":-1,"started":"x"}}'])(
  'removes a record that says nothing: %j',
  async (text) => {
    records().note('conn_1', (await startChild()).pid);
    writeFileSync(path.join(folder, filesOf()[0] as string), text);
    await records().endLeft();
    expect(filesOf()).toEqual([]);
  },
);

it('keeps none without a folder', async () => {
  const none = createCommandRecords({ folder: undefined, report: (error) => reported.push(error) });
  none.note('conn_1', process.pid)();
  await none.endLeft();
  expect(reported).toEqual([]);
});
