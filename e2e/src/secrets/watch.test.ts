import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { credential, installationSecret } from './planted.ts';
import { watchSecrets } from './watch.ts';

const forms: [string, string | Buffer][] = [
  ['as it is', credential],
  ['the other one', installationSecret],
  ['in JSON in JSON', JSON.stringify(JSON.stringify({ token: credential }))],
  ['in an address', encodeURIComponent(credential)],
  ['in base64', Buffer.from(credential).toString('base64')],
  ['in the base64 of more', Buffer.from(`me:${credential}`).toString('base64')],
  ['in the base64 of much more', Buffer.from(`user:${credential} and so on`).toString('base64url')],
  ['in hex', Buffer.from(credential).toString('hex')],
  ['in large hex', Buffer.from(credential).toString('hex').toUpperCase()],
  ['in UTF-16', Buffer.from(`x${credential}`, 'utf16le')],
  ['backwards', [...credential].reverse().join('')],
  ['its first half', credential.slice(0, 17)],
  ['its second half', credential.slice(16)],
];

describe('the watch for secrets', () => {
  it.each(forms)('finds one %s', (_, form) => {
    const watch = watchSecrets();
    watch.look('here', Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(form), Buffer.from([0])]));
    expect(() => watch.close()).toThrow('here: the ');
  });

  // Tries several places within a block of zeros.
  it.each(forms)('finds one %s in a large file that is otherwise empty', (_, form) => {
    for (let at = 70_000; at < 70_064; at += 9) {
      const file = Buffer.alloc(200_001);
      file.set(Buffer.from(form as string), at);
      const watch = watchSecrets();
      watch.look('here', file);
      expect(() => watch.close()).toThrow('here: the ');
    }
  });

  it('finds nothing if there is no secret', () => {
    const watch = watchSecrets();
    watch.look('here', `${credential.slice(0, 10)} ${credential.slice(20)} ${Buffer.from('something else').toString('base64')}`);
    watch.look('an error', new Error('no'));
    watch.close();
  });

  it('checks files, their names, and the causes of errors', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-watch-'));
    mkdirSync(path.join(folder, 'inner'));
    writeFileSync(path.join(folder, 'inner', 'file'), `x${credential}`);
    writeFileSync(path.join(folder, `${installationSecret}.txt`), '');
    const watch = watchSecrets();
    watch.lookAtFolder(folder);
    watch.look('an error', new Error('outer', { cause: new Error(credential) }));
    rmSync(folder, { recursive: true });
    const found = () => watch.close();
    expect(found).toThrow('inner/file: the credential');
    expect(found).toThrow('a name of a file: the installation secret');
    expect(found).toThrow('an error: the credential');
  });

  it('checks data that servers of this process send, also in parts, but not other servers', async () => {
    const serve = async () => {
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-length': credential.length });
        response.write(credential.slice(0, 9), () => response.end(credential.slice(9)));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: async () => void server.close() };
    };
    await using watched = await serve();
    await using other = await serve();
    const watch = watchSecrets();
    watch.listenTo(watched.port);
    expect(await (await fetch(`http://127.0.0.1:${other.port}`)).text()).toBe(credential);
    const deaf = watchSecrets();
    expect(await (await fetch(`http://127.0.0.1:${watched.port}`)).text()).toBe(credential);
    deaf.close();
    expect(() => watch.close()).toThrow('what was answered: the credential');
  });
});
