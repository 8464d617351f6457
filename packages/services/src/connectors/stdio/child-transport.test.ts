import { readdirSync, readFileSync } from 'node:fs';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createBackOff } from './back-off.ts';
import { createChildTransport } from './child-transport.ts';
import { createLineReader } from './line-reader.ts';

const child = (script: string, more: object = {}) =>
  createChildTransport({ command: { command: process.execPath, args: ['-e', script], env: {} }, maxBytes: 10_000, ...more });

const ended = (transport: ReturnType<typeof child>) =>
  new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const message: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('a child process', () => {
  it('reads messages on standard input and writes messages on standard output', async () => {
    const transport = child('process.stdin.pipe(process.stdout)');
    const echoed = new Promise((resolve) => {
      transport.onmessage = resolve;
    });
    await transport.start();
    await transport.send(message);
    expect(await echoed).toEqual(message);
    await transport.close();
  });

  it('receives and can send every Unicode separator within a message, even if it reads lines with readline', async () => {
    const transport = child(`
      const lines = require('node:readline').createInterface({ input: process.stdin });
      lines.on('line', (line) => process.stdout.write(JSON.stringify(JSON.parse(line)) + String.fromCharCode(10)));`);
    const echoed = new Promise((resolve) => {
      transport.onmessage = resolve;
    });
    await transport.start();
    const separated: JSONRPCMessage = { ...message, method: 'a\u2028b\u2029c\u0085d' };
    await transport.send(separated);
    expect(await echoed).toEqual(separated);
    await transport.close();
  });

  it('can print other lines to standard output', async () => {
    const transport = child(`console.log('Starting…'); console.log('{"jsonrpc":"2.0","method":"hello"}'); process.stdin.resume()`);
    const first = new Promise((resolve) => {
      transport.onmessage = resolve;
    });
    await transport.start();
    expect(await first).toEqual({ jsonrpc: '2.0', method: 'hello' });
    await transport.close();
  });

  it('is ended if it writes an endless message', async () => {
    const transport = child(`const more = () => process.stdout.write('x'.repeat(5000), more); more()`);
    const end = ended(transport);
    await transport.start();
    await end;
    await expect(transport.send(message)).rejects.toThrow('Not connected');
  });

  it('is killed with all its descendants if it does not end by itself', async () => {
    const script = `
      const inner = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1e6)'], { stdio: 'ignore' });
      process.on('SIGTERM', () => {});
      console.log(JSON.stringify({ jsonrpc: '2.0', method: 'pids', params: { outer: process.pid, inner: inner.pid } }));
      setInterval(() => {}, 1e6);`;
    const transport = child(script, { killAfterMs: 100 });
    const told = new Promise<{ params: { outer: number; inner: number } }>((resolve) => {
      transport.onmessage = resolve as never;
    });
    await transport.start();
    const { outer, inner } = (await told).params;
    expect([isAlive(outer), isAlive(inner)]).toEqual([true, true]);
    await transport.close();
    expect(isAlive(outer)).toBe(false);
    await expect.poll(() => isAlive(inner)).toBe(false);
  });

  it('answers a ping with any answer while it reads, and the ping is passed to no other receiver', async () => {
    const refusing = `
      const lines = require('node:readline').createInterface({ input: process.stdin });
      lines.on('line', (line) => console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, error: { code: -32601, message: 'no' } })));`;
    const transport = child(refusing);
    const messages: unknown[] = [];
    transport.onmessage = (message) => messages.push(message);
    await transport.start();
    expect(await Promise.all([transport.answers(10_000), transport.answers(10_000)])).toEqual([true, true]);
    expect(messages).toEqual([]);
    process.kill(transport.pid as number, 'SIGSTOP');
    expect(await transport.answers(20)).toBe(false);
    const asked = transport.answers(60_000);
    await transport.close();
    expect(await asked).toBe(false);
  });

  it("sees only those variables of the gateway's environment that every program needs", async () => {
    process.env.GATEHOUSE_SECRET_OF_TEST = 'planted';
    const transport = child(`console.log(JSON.stringify({ jsonrpc: '2.0', method: 'env', params: Object.keys(process.env) }))`);
    const told = new Promise<{ params: string[] }>((resolve) => {
      transport.onmessage = resolve as never;
    });
    await transport.start();
    delete process.env.GATEHOUSE_SECRET_OF_TEST;
    const allowed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];
    expect((await told).params.filter((name) => !allowed.includes(name))).toEqual([]);
    await transport.close();
  });

  it('has the last lines of its error output in the report', async () => {
    const transport = child(`console.error('no configuration found'); process.exit(1)`);
    const end = ended(transport);
    await transport.start();
    await end;
    await expect.poll(() => transport.lastWords).toContain('no configuration found');
  });

  it('is noted from its start to its end', async () => {
    const noted: string[] = [];
    const onStarted = (pid: number) => {
      noted.push(`started ${pid}`);
      return () => void noted.push('ended');
    };
    const transport = child('process.stdin.resume()', { onStarted });
    await transport.start();
    expect(noted).toEqual([`started ${transport.pid}`]);
    await transport.close();
    await expect.poll(() => noted).toHaveLength(2);
    expect(noted[1]).toBe('ended');
  });

  it('is reported as unreachable if it cannot be started', async () => {
    const transport = createChildTransport({ command: { command: '/nowhere/program', args: [], env: {} }, maxBytes: 1000 });
    await expect(transport.start()).rejects.toMatchObject({ kind: 'unreachable' });
  });

  // A machine with other work takes long to start a thousand programs.
  it.skipIf(process.platform !== 'linux')(
    'leaves no zombie after any number of crashes',
    async () => {
      const deaths = 60;
      const atATime = 20;
      for (let started = 0; started < deaths; started += atATime) {
        await Promise.all(
          Array.from({ length: atATime }, async () => {
            const transport = createChildTransport({ command: { command: '/bin/true', args: [], env: {} }, maxBytes: 1000 });
            const end = ended(transport);
            await transport.start();
            await end;
          }),
        );
      }
      expect(zombiesOfThisProcess()).toBe(0);
    },
    120_000,
  );
});

function zombiesOfThisProcess(): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.filter((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ');
      return fields[0] === 'Z' && fields[1] === String(process.pid);
    } catch {
      // Gone while it was looked at.
      return false;
    }
  }).length;
}

describe('the wait before a restart', () => {
  it('is zero at first, then doubles from 1 to 60 seconds, and is reset after a long run', () => {
    let now = 0;
    const backOff = createBackOff(() => now);
    const die = (lifeMs: number) => {
      backOff.started();
      now += lifeMs;
      backOff.ended();
      backOff.ended();
      return backOff.waitMs();
    };
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(() => die(10))).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    now += 59_999;
    expect(backOff.waitMs()).toBe(1);
    expect(die(60_000)).toBe(0);
  });
});

describe('lines', () => {
  it('are the same for any split of the bytes', () => {
    const text = Buffer.from('first\n\r\nsecond häü\nthird\nunfinished');
    for (let size = 1; size < text.length; size++) {
      const lines: string[] = [];
      const read = createLineReader(
        100,
        (line) => lines.push(line),
        () => lines.push('too long'),
      );
      for (let at = 0; at < text.length; at += size) read(text.subarray(at, at + size));
      expect(lines).toEqual(['first', 'second häü', 'third']);
    }
  });

  it('are not read further after one that is too long', () => {
    const lines: string[] = [];
    const read = createLineReader(
      5,
      (line) => lines.push(line),
      () => lines.push('too long'),
    );
    read(Buffer.from('abcde\nabcdef'));
    read(Buffer.from('\nafter\n'));
    expect(lines).toEqual(['abcde', 'too long']);
  });
});
