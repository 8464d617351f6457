import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCompanyServer } from '../company/company-server.ts';
import { onlySqlite } from '../kit/engines.ts';
import { mailUser, openMailServer } from '../mail/mail-server.ts';
import { credential } from '../secrets/planted.ts';
import { openApiService } from './api-service.ts';
import { openPlace, type Place, type Running } from './command.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

describe('gatehouse doctor', () => {
  let place: Place;
  beforeEach(() => {
    place = openPlace();
  });
  afterEach(() => place[Symbol.dispose]());

  const inData = (name: string) => path.join(place.data, name);

  /** Findings by check. Expects exit code 1 if any check failed. */
  async function findings(args: string[] = [], env: Record<string, string> = {}): Promise<Record<string, Finding>> {
    const { code, stdout } = await place.run(['doctor', '--json', ...args], { env });
    const report = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
    expect([report.ok, code]).toEqual(report.findings.some(({ state }) => state === 'failed') ? [false, 1] : [true, 0]);
    return Object.fromEntries(report.findings.map((finding) => [finding.check, finding]));
  }

  const createDoc = async ({ url, key }: Running, title: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1/tools/create_doc`, { method: 'POST', headers, body: JSON.stringify({ title }) });
    expect(response.status).toBe(200);
  };
  const remove = async () => {
    for (const name of readdirSync(place.data)) if (name.startsWith('gatehouse.db')) rmSync(inData(name));
  };

  describe('for a running gateway whose database file', () => {
    const backup = () => path.join(place.folder, 'backup.db');
    const moveIn = async () => renameSync(backup(), inData('gatehouse.db'));
    const restore = async () => {
      await remove();
      await place.json(['restore', backup()]);
    };
    for (const [what, replace] of [
      ['was deleted', remove],
      ['was replaced by another file', moveIn],
      ['was restored from a backup', restore],
      ['was written over with a backup', async () => copyFileSync(backup(), inData('gatehouse.db'))],
    ] as const)
      onlySqlite(`${what}: is reported, like in /readyz, with a way to save the written data`, async () => {
        await using gateway = await place.start();
        await createDoc(gateway, 'In the backup');
        await place.json(['backup', backup()]);
        const port = new URL(gateway.url).port;
        expect((await findings(['--port', port])).gateway).toEqual({
          check: 'gateway',
          state: 'ok',
          message: `the gateway on port ${port} is ready`,
        });
        await replace();
        await createDoc(gateway, 'After that');
        await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status).toBe(503);
        expect(await (await fetch(`${gateway.url}/readyz`)).text()).toContain('deleted, replaced or overwritten under this gateway');
        const { gateway: found } = await findings(['--port', port]);
        expect(found).toMatchObject({ state: 'failed', message: expect.stringMatching(/deleted,? (?:or )?replaced/) });
        // Only Linux shows the files of a process; saving them is the same for all three.
        if (process.platform !== 'linux' || replace !== remove) return;
        const [, commands = ''] = /save the file first with "([^"]+)"/.exec(found?.message ?? '') ?? [];
        execFileSync('sh', ['-c', commands], { cwd: place.folder });
        expect((await gateway.stop()).code).toBe(0);
        await remove();
        await place.json(['restore', path.join(place.folder, 'saved.db')]);
        await using saved = await place.start();
        const answer = await fetch(`${saved.url}/v1/tools/list_docs`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
          body: '{}',
        });
        const { docs } = (await answer.json()) as { docs: { title: string }[] };
        expect(docs.map(({ title }) => title)).toEqual(expect.arrayContaining(['In the backup', 'After that']));
      });
  });

  onlySqlite('reports a database file that is empty, truncated or missing next to a secret, and its advice to restore works', async () => {
    await using gateway = await place.start();
    await createDoc(gateway, 'Kept');
    await gateway.stop();
    const backup = path.join(place.folder, 'backup.db');
    await place.json(['backup', backup]);
    const database = async () => (await findings()).database;
    expect(await database()).toMatchObject({ state: 'ok' });
    truncateSync(inData('gatehouse.db'), statSync(inData('gatehouse.db')).size - 4096);
    expect(await database()).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/gatehouse\.db was truncated, 4\.0 KB .* move it away, and .*"gatehouse restore FILE"/),
    });
    truncateSync(inData('gatehouse.db'), 0);
    expect(await database()).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/gatehouse\.db is empty, but there is a secret: move it away, and .*"gatehouse restore FILE"/),
    });
    await remove();
    expect(await database()).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(/^there is a secret but no database: .*restore/),
    });
    await place.json(['restore', backup]);
    expect(await database()).toMatchObject({ state: 'ok' });
  });

  it('distinguishes a damaged, missing or different secret while credentials are stored', async () => {
    await using api = await openApiService();
    await place.json(['init', '--org', 'Acme', '--email', 'ada@acme.test']);
    const kept = place.secretFile('kept');
    const secret = async () => (await findings()).secret;
    copyFileSync(inData('secret'), kept);

    // The secret protects nothing yet, so a new one can replace it.
    writeFileSync(inData('secret'), 'short\n');
    expect(await secret()).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/was truncated: .* or delete it to create a new/),
    });
    rmSync(inData('secret'));
    expect(await secret()).toMatchObject({ state: 'ok', message: 'the first start creates it' });

    copyFileSync(kept, inData('secret'));
    const given = ['--openapi', api.documentUrl, '--base-url', api.origin, '--access', 'bearer', '--token-file', '-'];
    const env = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };
    await place.json(['connections', 'add', '--service', 'one', '--name', 'one', ...given], { env, input: credential });
    expect(await secret()).toMatchObject({ state: 'ok' });

    const anew = 'set the credentials of each connection again with "gatehouse connections credentials"';
    writeFileSync(inData('secret'), 'short\n');
    expect(await secret()).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(`was truncated: .* It decrypted 1 credential .*${anew}`),
    });
    rmSync(inData('secret'));
    expect(await secret()).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(`there is no secret in .* restore the secret .*${anew}`),
    });
    writeFileSync(inData('secret'), Buffer.alloc(32, 7).toString('base64url'));
    expect(await secret()).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(`does not decrypt 1 of 1 credential .*${anew}`),
    });
    copyFileSync(kept, inData('secret'));
    expect(await secret()).toMatchObject({ state: 'ok' });
  });

  // The place fails these tests where a password or a secret is said.
  it('signs in to the mail server without sending, and advises what to do if that is refused', async () => {
    await using smtp = await openMailServer(credential);
    await using untrusted = await openMailServer(credential, { isSecure: true });
    const mail = async ({ port, password = credential, protocol = 'smtp' }: { port: number; password?: string; protocol?: string }) => {
      const login = `${encodeURIComponent(mailUser)}:${encodeURIComponent(password)}`;
      const env = {
        GATEHOUSE_SMTP_URL: `${protocol}://${login}@127.0.0.1:${port}`,
        GATEHOUSE_MAIL_FROM: 'gate@acme.test',
        GATEHOUSE_BASE_URL: 'http://localhost:4747',
      };
      return (await findings([], env)).mail;
    };
    expect(await mail(smtp)).toEqual({ check: 'mail', state: 'ok', message: `127.0.0.1:${smtp.port} accepts the sign-in of this gateway` });
    expect(smtp.logins()).toBe(1);
    expect(await mail({ port: smtp.port, password: 'wrong-but-a-secret' })).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('refuses the user or the password of GATEHOUSE_SMTP_URL: correct them'),
    });
    expect(await mail({ port: untrusted.port, protocol: 'smtps' })).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/has a certificate that is not trusted for this name \(\w+\): .*NODE_EXTRA_CA_CERTS/),
    });
    expect([untrusted.logins(), smtp.received, untrusted.received]).toEqual([0, [], []]);
  });

  it('requests the metadata of the company', async () => {
    await using server = await openCompanyServer(credential);
    const company = async (issuer: string) => {
      const client = { GATEHOUSE_OIDC_CLIENT_ID: 'gatehouse', GATEHOUSE_OIDC_CLIENT_SECRET: credential };
      return (await findings([], { GATEHOUSE_OIDC_ISSUER: issuer, ...client })).company;
    };
    expect(await company(server.issuer)).toEqual({ check: 'company', state: 'ok', message: `${server.issuer} answers` });
    expect(await company(server.issuer.replace('127.0.0.1', 'localhost'))).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/has another issuer in .*: set GATEHOUSE_OIDC_ISSUER to exactly the "issuer" given there/),
    });
  });

  it('reports an unnamed proxy', async () => {
    const address = async (env: Record<string, string>) =>
      (await findings([], { GATEHOUSE_BASE_URL: 'https://gate.test', ...env })).address;
    expect(await address({})).toMatchObject({ state: 'warning', message: expect.stringContaining('set GATEHOUSE_TRUSTED_PROXIES to') });
    expect(await address({ GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' })).toMatchObject({ state: 'ok', message: 'https://gate.test' });
  });

  it('distinguishes a data directory that is a file, or below one, from a missing one', async () => {
    expect(Object.values(await findings()).filter(({ state }) => state === 'failed')).toEqual([]);
    const file = path.join(place.folder, 'file');
    writeFileSync(file, '');
    for (const data of [file, path.join(file, 'below')]) {
      expect((await findings(['--data', data]))['data directory']).toEqual({
        check: 'data directory',
        state: 'failed',
        message: `${data} is a file or below a file, not a directory: choose another data directory with --data or GATEHOUSE_DATA`,
      });
    }
  });
});
