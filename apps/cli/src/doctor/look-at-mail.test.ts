import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../configuration/configuration.ts';
import { lookAtMail } from './look-at-mail.ts';

/** Listens on loopback, and calls a function for each connection. */
async function listen(receive: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    receive(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const look = (url: string, deadlineMs?: number) =>
  lookAtMail(
    readConfiguration({}, { GATEHOUSE_SMTP_URL: url, GATEHOUSE_BASE_URL: 'https://gatehouse.test', GATEHOUSE_MAIL_FROM: 'gate@acme.test' }),
    deadlineMs,
  );

describe('doctor, for the mail server', () => {
  it('reports that none is set', async () => {
    expect(await lookAtMail(readConfiguration({}, {}))).toEqual({ state: 'ok', message: 'mail is off: GATEHOUSE_SMTP_URL is not set' });
  });

  it('accepts a server without a password, and sends no mail', async () => {
    const said: string[] = [];
    await using server = await listen((socket) => {
      socket.write('220 mail.test\r\n');
      socket.on('data', (line) => {
        said.push(`${line}`.replace(/ .*|\r\n/gs, ''));
        socket.write(`${line}`.startsWith('QUIT') ? '221 bye\r\n' : '250 mail.test\r\n');
      });
    });
    expect(await look(`smtp://127.0.0.1:${server.port}`)).toEqual({
      state: 'ok',
      message: `127.0.0.1:${server.port} answers; no user and password are set`,
    });
    await expect.poll(() => said).toEqual(['EHLO', 'QUIT']);
  });

  it.each([
    ['says nothing', () => {}],
    ['greets for ever', (socket: Socket) => void setInterval(() => socket.write('220-mail.test\r\n'), 5).unref()],
  ] as const)('gives up in time on a server that %s, and advises what to check', async (_what, receive) => {
    await using server = await listen(receive);
    expect(await look(`smtp://127.0.0.1:${server.port}`, 100)).toEqual({
      state: 'failed',
      message: `127.0.0.1:${server.port} did not answer in time: correct the host or the port of GATEHOUSE_SMTP_URL (servers usually use smtps:// on port 465, and smtp:// on 587 or 25), or allow this machine through its firewall`,
    });
  });

  it('distinguishes a closed port from a server that starts without TLS', async () => {
    const { port } = await (async () => {
      await using gone = await listen(() => {});
      return gone;
    })();
    expect(await look(`smtp://127.0.0.1:${port}`)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(
        /^127\.0\.0\.1:\d+ cannot be reached or does not speak SMTP \(ECONNREFUSED\): correct the host or the port/,
      ),
    });
    await using plain = await listen((socket) => void socket.write('220 mail.test\r\n'));
    expect(await look(`smtps://127.0.0.1:${plain.port}`)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/does not start with TLS \(ERR_SSL_\w+\): use smtp:\/\/ instead of smtps:\/\//),
    });
  });
});
