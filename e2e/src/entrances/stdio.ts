import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { parseExactly } from '@gatehouse/domain';
import { openStdioEntrance } from '@gatehouse/mcp';
import type { Loose, World } from '../kit/world.ts';
import { type EntranceKind, type Reply, testClient } from './entrance.ts';
import { repeatMeta } from './mcp-http.ts';
import { readMcpReply } from './mcp-reply.ts';

/** MCP over a pair of streams: one connection for each key, as one program would have it. */
export const stdioEntrance: EntranceKind = {
  name: 'MCP over stdio',
  tag: 'mcp',
  open(world) {
    const connections = new Map<string | undefined, Connection>();
    return {
      async call(tool, input, { key, idempotencyKey }) {
        let connection = connections.get(key);
        if (!connection || connection.isOver()) connections.set(key, (connection = openConnection(world, key)));
        return await connection.call(tool, input, repeatMeta(idempotencyKey));
      },
      async [Symbol.asyncDispose]() {
        for (const connection of connections.values()) await connection.close();
      },
    };
  },
};

interface Connection {
  call(tool: string, input: unknown, meta: object): Promise<Reply>;
  isOver(): boolean;
  close(): Promise<void>;
}

function openConnection({ gateway, faults }: World, key: string | undefined): Connection {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const waiting = new Map<number, (message: Loose) => void>();
  let over = false;
  let lastId = 0;
  let complaint = '';
  stderr.on('data', (text) => (complaint += text));
  // `node:readline` would also end lines at U+2028, which JSON leaves as it is.
  let begun = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() as string;
    for (const line of lines) {
      const message = parseExactly(line) as Loose;
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  const ended = openStdioEntrance({ gateway, key, version: '1.0.0', report: (error) => faults.push(error), stdin, stdout, stderr });
  const refused = ended.then((exitCode) => {
    over = true;
    return { exitCode };
  });

  function send(message: object): void {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async function ask(method: string, params: object): Promise<Loose> {
    const id = ++lastId;
    const answer = new Promise<Loose>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return await Promise.race([answer, refused]);
  }

  const ready = (async () => {
    const hello = await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: testClient });
    if (!('exitCode' in hello)) send({ method: 'notifications/initialized' });
    return hello;
  })();

  return {
    isOver: () => over,
    async call(tool, input, _meta) {
      const hello = await ready;
      const message = 'exitCode' in hello ? hello : await ask('tools/call', { name: tool, arguments: input, _meta });
      return 'exitCode' in message ? refusedAtTheDoor(message.exitCode, complaint) : readMcpReply(tool, message, 'legacy');
    },
    async close() {
      if (!over) stdin.end();
      await refused;
      if (!stdout.destroyed && !stdout.readableEnded) await Promise.race([once(stdout, 'close'), Promise.resolve()]);
    },
  };
}

/** Reply for a program with an invalid key: one line, and the end of the process. */
function refusedAtTheDoor(exitCode: number, complaint: string): Reply {
  const [, message] = /^gatehouse mcp: ([^\n]+)\n$/.exec(complaint) ?? [];
  if (exitCode !== 1 || message === undefined) throw new Error(`exit code ${exitCode}, ${JSON.stringify(complaint)}`);
  return { code: 'unauthorized', message, raw: complaint };
}
