import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credential } from '../secrets/planted.ts';
import { type ApiService, openApiService } from './api-service.ts';
import { openPlace, type Place } from './command.ts';

const allow = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };
const newSecret = () => randomBytes(32).toString('base64url');

describe('gatehouse secrets rotate (D36)', () => {
  let place: Place;
  let api: ApiService;

  beforeEach(async () => {
    [api, place] = [await openApiService(), openPlace()];
    await place.json(['init', '--org', 'Acme', '--email', 'ada@acme.test']);
  });

  afterEach(async () => {
    place[Symbol.dispose]();
    await api[Symbol.asyncDispose]();
  });

  const inData = (name: string) => path.join(place.data, name);
  const file = (name: string) => place.secretFile(name);
  const secretsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('secret'));

  /** Adds a connection. It is to an API, because one to an MCP server that does not answer would not be stored. */
  async function add(service: string, env: Record<string, string> = {}): Promise<void> {
    const given = ['--openapi', api.documentUrl, '--base-url', api.origin, '--access', 'bearer', '--token-file', '-'];
    const options = { env: { ...allow, ...env }, input: credential };
    await place.json(['connections', 'add', '--service', service, '--name', service, ...given], options);
  }

  /** True if the stored credentials of a connection can be decrypted: its document is requested with them. */
  async function opens(service: string, env: Record<string, string> = {}): Promise<boolean> {
    return (await place.json(['connections', 'test', service], { env: { ...allow, ...env } }).catch(() => ({ reachable: false })))
      .reachable;
  }

  async function doctorOfSecret(env: Record<string, string> = {}): Promise<{ state: string; message: string }> {
    const { stdout } = await place.run(['doctor', '--json'], { env });
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; message: string }[] };
    const { state, message } = findings.find(({ check }) => check === 'secret') as { state: string; message: string };
    return { state, message };
  }

  it('gives the data directory a new secret that only its owner can read, and keeps no old one', async () => {
    await add('one');
    const before = readFileSync(inData('secret'), 'utf8');
    const rotated = await place.run(['secrets', 'rotate']);
    expect(rotated).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 credential encrypted with the new secret; the old one no longer decrypts'),
    });
    expect(readFileSync(inData('secret'), 'utf8')).not.toBe(before);
    expect(statSync(inData('secret')).mode & 0o777).toBe(0o600);
    expect(secretsIn(place.data)).toEqual(['secret']);
    expect(await opens('one')).toBe(true);
    writeFileSync(inData('secret'), before);
    expect(await opens('one')).toBe(false);
  });

  it('continues with the same new secret after an interruption, while both decrypt and the new one encrypts', {
    tags: ['nightly'],
  }, async () => {
    await add('before');
    const next = newSecret();
    writeFileSync(inData('secret.next'), next, { mode: 0o600 });
    await add('meanwhile');
    expect([await opens('before'), await opens('meanwhile')]).toEqual([true, true]);
    expect(await doctorOfSecret()).toEqual({
      state: 'warning',
      message: expect.stringMatching(/secret\.next exists: run it again to finish/),
    });
    expect(await place.json(['secrets', 'rotate'])).toEqual({ rotated: 1 });
    expect(await doctorOfSecret()).toEqual({ state: 'ok', message: inData('secret') });
    expect(readFileSync(inData('secret'), 'utf8')).toBe(next);
    expect([await opens('before'), await opens('meanwhile')]).toEqual([true, true]);
  });

  it('can be finished as doctor advises if it was interrupted and GATEHOUSE_SECRET is set', {
    tags: ['nightly'],
  }, async () => {
    await add('before');
    writeFileSync(inData('secret.next'), newSecret(), { mode: 0o600 });
    await add('meanwhile');
    const env = { GATEHOUSE_SECRET: 'a new secret that is long enough to be one' };
    const { state, message } = await doctorOfSecret(env);
    expect({ state, message }).toEqual({ state: 'warning', message: expect.stringContaining('not used while GATEHOUSE_SECRET is set') });
    expect([await opens('before', env), await opens('meanwhile', env)]).toEqual([false, false]);
    expect(await place.json(['secrets', 'rotate'])).toEqual({ rotated: 1 });
    const [, args = ''] = /"gatehouse (secrets rotate --previous [^"]+)"/.exec(message) ?? [];
    expect(await place.json(args.split(' '), { env })).toEqual({ rotated: 2 });
    expect([await opens('before', env), await opens('meanwhile', env)]).toEqual([true, true]);
    expect(await doctorOfSecret(env)).toEqual({ state: 'ok', message: 'from GATEHOUSE_SECRET' });
  });

  it('changes nothing if a credential cannot be decrypted, and names its connection', async () => {
    await add('one');
    const lost = readFileSync(inData('secret'), 'utf8');
    writeFileSync(inData('secret'), newSecret());
    const current = readFileSync(inData('secret'), 'utf8');
    const refused = await place.run(['secrets', 'rotate']);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/connection conn_\w+ cannot be decrypted .* "gatehouse connections/),
    });
    expect(readFileSync(inData('secret'), 'utf8')).toBe(current);
    writeFileSync(inData('secret'), lost);
    expect(await opens('one')).toBe(true);
    expect(await place.json(['secrets', 'rotate'])).toEqual({ rotated: 1 });
  });

  it('is refused if the secret is missing, because another one would decrypt nothing', async () => {
    renameSync(inData('secret'), file('moved'));
    expect(await place.run(['secrets', 'rotate'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no secret file in'),
    });
    expect(secretsIn(place.data)).toEqual([]);
  });

  it('prepares another GATEHOUSE_SECRET in a file, and explains how', async () => {
    const old = { GATEHOUSE_SECRET: 'the old secret that is long enough to be one' };
    await add('one', old);
    const explained = await place.run(['secrets', 'rotate'], { env: old });
    expect(explained).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/stop every gateway .*--new-secret-file FILE.*start them with/),
    });
    expect(await opens('one', old)).toBe(true);
    const args = ['secrets', 'rotate', '--new-secret-file', file('new')];
    const rotated = await place.run(args, { env: old });
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining(`GATEHOUSE_SECRET set to the content of ${file('new')}`) });
    expect(statSync(file('new')).mode & 0o777).toBe(0o600);
    const next = { GATEHOUSE_SECRET: readFileSync(file('new'), 'utf8').trim() };
    expect(rotated.stdout).not.toContain(next.GATEHOUSE_SECRET);
    expect([await opens('one', next), await opens('one', old)]).toEqual([true, false]);
    expect(await place.json(args, { env: old })).toEqual({ rotated: 0 });
  });

  it('accepts your own new GATEHOUSE_SECRET from the file', async () => {
    const old = { GATEHOUSE_SECRET: 'the old secret that is long enough to be one' };
    await add('one', old);
    writeFileSync(file('short'), 'short');
    expect(await place.run(['secrets', 'rotate', '--new-secret-file', file('short')], { env: old })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must have at least 32 characters'),
    });
    const next = { GATEHOUSE_SECRET: 'a new secret of my own, long enough to be one' };
    writeFileSync(file('own'), `${next.GATEHOUSE_SECRET}\n`);
    expect(await place.json(['secrets', 'rotate', '--new-secret-file', file('own')], { env: old })).toEqual({ rotated: 1 });
    expect(await opens('one', next)).toBe(true);
    expect(await place.run(['secrets', 'rotate', '--new-secret-file', file('own')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--new-secret-file requires GATEHOUSE_SECRET'),
    });
  });

  it('does not replace a secret twice, even between file and variable', { tags: ['nightly'] }, async () => {
    await add('one');
    const env = { GATEHOUSE_SECRET: 'a new secret that is long enough to be one' };
    expect(await opens('one', env)).toBe(false);
    expect(await place.run(['secrets', 'rotate', '--previous', '-'], { env, input: newSecret() })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing more was encrypted'),
    });
    const args = ['secrets', 'rotate', '--previous', inData('secret')];
    expect([await place.json(args, { env }), await place.json(args, { env })]).toEqual([{ rotated: 1 }, { rotated: 0 }]);
    expect(await opens('one', env)).toBe(true);
    expect(existsSync(inData('secret.next'))).toBe(false);
  });
});
