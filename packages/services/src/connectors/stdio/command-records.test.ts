import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { identityOf, isSameProcess, type ProcessIdentity, statusOf } from '@gatehouse/domain/processes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandRecords } from './command-records.ts';

let folder: string;
let children: ChildProcess[] = [];
/** Processes that children started and that outlive them. */
let left: number[] = [];
let reported: unknown[] = [];
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'gatehouse-records-')), 'commands');
  reported = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  for (const pid of left) if (identityOf(pid)) process.kill(pid, 'SIGKILL');
  left = [];
  rmSync(path.dirname(folder), { recursive: true });
});

const records = () => createCommandRecords({ folder, report: (error) => reported.push(error), killAfterMs: 200 });
const filesOf = () => readdirSync(folder);

async function startScript(file: string, args: string[]) {
  const child = spawn(file, args, { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())));
  return { child, line };
}

async function startChild(script = 'setInterval(() => {}, 1e6); console.log(1)'): Promise<ProcessIdentity> {
  const { child } = await startScript(process.execPath, ['-e', script]);
  return identityOf(child.pid as number) as ProcessIdentity;
}

/** A command that ends with its input, and one that it started and that does not. */
async function startGroup() {
  const { child, line } = await startScript('sh', ['-c', 'sleep 1000 >&- & echo $!; read -r _']);
  left.push(Number(line));
  return { leader: identityOf(child.pid as number) as ProcessIdentity, member: identityOf(Number(line)) as ProcessIdentity };
}

async function endLeader({ pid }: ProcessIdentity): Promise<void> {
  const leader = children.find((child) => child.pid === pid) as ChildProcess;
  const ended = new Promise((resolve) => leader.once('exit', resolve));
  leader.stdin?.end();
  await ended;
}

/** Leaves a record as a killed gateway does: no process has its ID and start time. */
function leave(command: ProcessIdentity, more: object = {}): void {
  records().note('conn_1', command.pid);
  const file = path.join(folder, filesOf()[0] as string);
  const noted = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...noted, gateway: { ...noted.gateway, started: 'before' }, command, ...more }));
}

it('keeps a record while a command runs, readable only by its owner', async () => {
  const takeBack = records().note('conn_1', (await startChild()).pid);
  expect(filesOf()).toEqual([expect.stringMatching(/^conn_1\.\d+\.\d+\.json$/)]);
  takeBack();
  expect(filesOf()).toEqual([]);
});

it('ends the command of a killed gateway, even if it ignores SIGTERM', async () => {
  const command = await startChild(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log(1)`);
  leave(command);
  await records().endLeft();
  expect([isSameProcess(command), filesOf(), reported]).toEqual([false, [], []]);
});

it('leaves the commands of a running gateway and of another machine', async () => {
  const command = await startChild();
  records().note('conn_1', command.pid);
  await records().endLeft();
  expect([isSameProcess(command), filesOf()]).toEqual([true, [expect.any(String)]]);
  leave(command, { host: `not-${hostname()}` });
  await records().endLeft();
  expect([isSameProcess(command), filesOf()]).toEqual([true, [expect.any(String)]]);
});

it('leaves a process with the number of a command that started at another time', async () => {
  const other = await startChild();
  leave({ ...other, started: 'at another time' });
  await records().endLeft();
  expect([isSameProcess(other), filesOf(), reported]).toEqual([true, [], []]);
});

describe.skipIf(process.platform !== 'linux')('a command that has ended, with descendants still running', () => {
  it('is ended with its group', async () => {
    const { leader, member } = await startGroup();
    leave(leader);
    await endLeader(leader);
    expect(isSameProcess(member)).toBe(true);
    await records().endLeft();
    expect([isSameProcess(member), filesOf(), reported]).toEqual([false, [], []]);
  });

  it.each([undefined, 'at another time'])('is left alone if process 1 started %s, because numbers may have been reused', async (init) => {
    const { leader, member } = await startGroup();
    leave(leader, { init });
    await endLeader(leader);
    await records().endLeft();
    expect([isSameProcess(member), filesOf()]).toEqual([true, []]);
  });

  it('is left alone if its number belongs to a group of another session', async () => {
    // A shell with job control gives each job a group, in its own session.
    const shell = 'set -m; { sleep 1000 >&- & echo $!; } | cat';
    const { child, line } = await startScript('bash', ['-c', shell]);
    const member = identityOf(Number(line)) as ProcessIdentity;
    left.push(member.pid);
    const group = statusOf(member.pid)?.group as number;
    expect([child.pid, member.pid]).not.toContain(group);
    await expect.poll(() => statusOf(group)).toBeUndefined();
    leave(member, { command: { pid: group, started: 'before' } });
    await records().endLeft();
    expect([isSameProcess(member), filesOf()]).toEqual([true, []]);
  });
});

it.each(['', '{', '{}', '{"connectionId":"c","host":"h","gateway":{"pid":1,"started":"x"},"command":{"pid":-1,"started":"x"}}'])(
  'removes an invalid record: %j',
  async (text) => {
    records().note('conn_1', (await startChild()).pid);
    writeFileSync(path.join(folder, filesOf()[0] as string), text);
    await records().endLeft();
    expect(filesOf()).toEqual([]);
  },
);

it('keeps no record without a folder', async () => {
  const none = createCommandRecords({ folder: undefined, report: (error) => reported.push(error) });
  none.note('conn_1', process.pid)();
  await none.endLeft();
  expect(reported).toEqual([]);
});
