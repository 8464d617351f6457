import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credential as canary } from '../secrets/planted.ts';
import { type ApiService, openApiService } from './api-service.ts';
import { type Ended, openPlace, type Place, program } from './command.ts';
import { quoted } from './shell.ts';

/** util-linux gives a command a terminal; elsewhere this program takes other flags. */
describe.skipIf(process.platform !== 'linux')('in a terminal', () => {
  let place: Place;
  let api: ApiService;

  beforeAll(async () => {
    [api, place] = [await openApiService(), openPlace()];
    await place.json(['init', '--org', 'Acme', '--email', 'ada@acme.test']);
  });

  afterAll(async () => {
    place[Symbol.dispose]();
    await api[Symbol.asyncDispose]();
  });

  /** Runs a command in a terminal, and types an answer to its question. */
  async function type(args: string[], question: string, answer: string): Promise<Ended> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, TERM: 'xterm', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1', ...(await place.environment()) };
    // A terminal made for a pipe has no size of its own.
    const line = `stty cols 120 rows 40; exec ${[process.execPath, program, 'connections', ...args].map(quoted).join(' ')}`;
    const child = spawn('script', ['-qec', line, '/dev/null'], { env, stdio: 'pipe' });
    let shown = '';
    let isAnswered = false;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk;
      if (isAnswered || !shown.includes(question)) return;
      isAnswered = true;
      child.stdin.write(answer);
    });
    return await new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout: shown, stderr: '' })));
  }

  it('asks for a credential without showing it (D36)', async () => {
    const args = ['add', '--service', 'weather', '--name', 'Weather', '--openapi', api.documentUrl];
    const made = await type([...args, '--access', 'api-key', '--key-name', 'X-Api-Key'], 'API key', `${canary}\r`);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('weather is connected with 2 tools') });
    expect(made.stdout).not.toContain(canary);
    expect(made.stdout).not.toContain(canary.slice(0, 4));
  });

  it('connects nothing if the prompt is cancelled', async () => {
    const args = ['add', '--service', 'other', '--name', 'Other', '--openapi', api.documentUrl, '--access', 'bearer'];
    const given = await type(args, 'token', '\u0003');
    expect(given).toMatchObject({ code: 1, stdout: expect.stringContaining('no token was given') });
    expect((await place.json(['connections', 'list'])).connections).toHaveLength(1);
  });

  it('shows changes and releases them only on confirmation (D32)', async () => {
    api.description = 'The weather, and your files.';
    const env = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };
    expect(await place.json(['connections', 'test', 'weather'], { env })).toMatchObject({ held: ['get_weather'] });
    const refused = await type(['approve', 'weather'], 'Approve 1 tool as shown?', 'n');
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('no tool was approved') });
    expect(refused.stdout.indexOf('and your files')).toBeLessThan(refused.stdout.indexOf('Approve 1 tool'));
    expect(await place.json(['connections', 'list'])).toMatchObject({ connections: [{ status: 'held' }] });
    const released = await type(['approve', 'weather'], 'Approve 1 tool as shown?', 'y');
    expect(released).toMatchObject({ code: 0, stdout: expect.stringContaining('1 tool approved: get_weather.') });
    expect(await place.json(['connections', 'list'])).toMatchObject({ connections: [{ status: 'active' }] });
  });
});
