import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openOAuthService } from '@gatehouse/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenEngine, sqliteEngine } from '../kit/engines.ts';
import { credential as canary } from '../secrets/planted.ts';
import { watchSecrets } from '../secrets/watch.ts';
import { everythingScript, startEverything, type Upstream } from '../services/upstreams.ts';
import { type ApiService, openApiService } from './api-service.ts';
import { type Ended, openPlace, type Place, type Running, type RunOptions } from './command.ts';

const allow = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };

describe('gatehouse connections', () => {
  let place: Place;
  let gateway: Running;
  let upstream: Upstream;
  let api: ApiService;
  const answers: string[] = [];

  beforeAll(async () => {
    [upstream, api, place] = [await startEverything(), await openApiService(), openPlace()];
    gateway = await place.start([], { env: { ...allow, GATEHOUSE_LOG: 'debug' } });
    writeFileSync(place.secretFile('token'), `${canary}\n`);
    writeFileSync(file('document.json'), JSON.stringify(api.document()));
  });

  afterAll(async () => {
    await gateway.stop();
    place[Symbol.dispose]();
    await Promise.all([upstream[Symbol.asyncDispose](), api[Symbol.asyncDispose]()]);
  });

  const file = (name: string) => path.join(place.folder, name);

  /** Runs a command of `gatehouse connections`. At the end, its output is searched for the secret. */
  async function run(args: string[], { env = allow, ...options }: RunOptions = {}): Promise<Ended> {
    return await place.run(['connections', ...args], { env, ...options });
  }

  async function json(args: string[], options?: RunOptions) {
    const { code, stdout, stderr } = await run([...args, '--json'], options);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  /** Runs a service tool through the running gateway. */
  async function call(toolSlug: string, given: object) {
    const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ toolSlug, arguments: given });
    const answer = await fetch(`${gateway.url}/v1/tools/execute_service_tool`, { method: 'POST', headers, body });
    const text = await answer.text();
    answers.push(text);
    return { status: answer.status, text };
  }

  const toolOf = async (service: string, name: string) =>
    (await json(['tools', service])).tools.find((tool: { name: string }) => tool.name === name);

  describe('connects', () => {
    it('a service with sign-in, whose browser returns to the running gateway (D62)', async () => {
      await using service = await openOAuthService();
      const place = ['--url', service.mcpUrl, '--access', 'oauth'];
      expect((await run(['check', service.mcpUrl, '--mcp', '--access', 'oauth'])).stdout).toContain(
        `People sign in at ${service.issuer}/authorize`,
      );
      const elsewhere = { ...allow, GATEHOUSE_BASE_URL: 'https://another.example.com' };
      const made = await json(['add', '--service', 'notes', '--name', 'Notes', '--organization', ...place], { env: elsewhere });
      expect(made).toMatchObject({
        toolsCount: 0,
        connectAt: `http://localhost:${new URL(gateway.url).port}/app/services/${made.connectionId}`,
      });
      expect((await run(['accounts', 'notes'])).stdout).toContain('no accounts yet');
      expect((await run(['test', 'notes'])).stdout).toContain('is not connected');
      expect(await call('notes__whoami', {})).toMatchObject({ status: 400, text: expect.stringContaining('connect_first') });
      expect(await run(['disconnect', 'notes'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no such account is connected'),
      });
      await run(['remove', 'notes']);
      const again = await json([
        'add',
        '--service',
        'notes',
        '--name',
        'Notes',
        ...place,
        '--accounts',
        'organization',
        '--client-id',
        'mine',
      ]);
      expect((await json(['list'])).connections.find((one: { service: string }) => one.service === 'notes')).toMatchObject({
        accounts: 'organization',
      });
      expect(again.connectAt).toContain(again.connectionId);
      await run(['remove', 'notes']);
    });

    it('a program of this machine, with a secret in its environment (D31)', async () => {
      const env = ['--env', 'API_TOKEN', '--credentials-file', '-'];
      const program = ['--command', process.execPath, '--arg', everythingScript, '--arg', 'stdio'];
      const input = JSON.stringify({ env: { API_TOKEN: canary } });
      const made = await json(['add', '--service', 'program', '--name', 'Program', ...program, ...env], { input });
      expect(made.tools).toContain('program__echo');
      expect(await call('program__echo', { message: 'hello' })).toMatchObject({ status: 200, text: expect.stringContaining('hello') });
      const shown = await call('program__get-env', {});
      expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('API_TOKEN') });
      expect(shown.text).not.toContain(canary);
    });

    it('an MCP server at an address, after private addresses are allowed (D37)', async () => {
      const far = [
        'add',
        '--service',
        'far',
        '--name',
        'Far',
        '--url',
        upstream.url,
        '--access',
        'bearer',
        '--token-file',
        place.secretFile('token'),
      ];
      // The gateway that runs decides, and not what this shell says.
      const env = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '' };
      expect(await json([...far, '--organization', '--hold-new', '--label', 'test'], { env })).toMatchObject({ service: 'far' });
      expect(await json(['test', 'far'], { env })).toMatchObject({ reachable: true, askedBy: 'gateway' });
      expect(await call('far__echo', { message: 'from afar' })).toMatchObject({ status: 200, text: expect.stringContaining('from afar') });
    });

    it('a service for the people of a group (D77.3)', async () => {
      await place.json(['groups', 'create', 'Design']);
      const add = ['add', '--service', 'drawing', '--name', 'Drawing', '--openapi', file('document.json'), '--base-url', api.origin];
      expect((await run([...add, '--group', 'Design', '--organization'])).stderr).toContain('give either --organization or --group');
      expect((await run([...add, '--group', 'Nobody'])).stderr).toContain('no group is named "Nobody"');
      await json([...add, '--group', 'Design']);
      const { connections } = await json(['list']);
      expect(connections.find(({ service }: { service: string }) => service === 'drawing')).toMatchObject({
        sharedWith: [{ name: 'Design' }],
      });
      await json(['remove', 'drawing']);
    });

    it('nothing at a private address that is not allowed, and names the setting (D37)', async () => {
      using other = openPlace();
      await other.json(['init', '--org', 'Acme', '--email', 'ada@acme.test']);
      const add = ['connections', 'add', '--service', 'near', '--name', 'Near', '--url', upstream.url];
      const told = expect.stringMatching(
        /cannot be reached; .*: 127\.0\.0\.1 is a private address; .* GATEHOUSE_ALLOW_PRIVATE_SERVICES=127\.0\.0\.1/,
      );
      expect(await other.run(add)).toMatchObject({ code: 1, stderr: told });
      await other.json(add, { env: allow });
      expect(await other.run(['connections', 'test', 'near'])).toMatchObject({ code: 1, stdout: told });
      expect(await other.run(['connections', 'check', '--mcp', upstream.url])).toMatchObject({ code: 1, stderr: told });
    });

    it('nothing if a service is only checked, and shows the result of connecting it', async () => {
      const before = await json(['list']);
      const access = ['--access', 'bearer', '--token-file', place.secretFile('token')];
      expect(await json(['check', api.documentUrl, ...access])).toMatchObject({
        toolsCount: 2,
        tools: [
          { name: 'get_weather', description: 'The weather of a place.', mode: 'read' },
          { name: 'set_alarm', description: 'Sets an alarm.', mode: 'write' },
        ],
        callOrigins: [api.origin],
        credentialOrigins: [api.origin],
        unconfirmedOrigins: [],
        listingTokens: expect.any(Number),
      });
      const told = (await run(['check', file('document.json'), '--base-url', api.origin])).stdout;
      expect(told).toContain(`Its calls would go to ${api.origin}, without credentials.`);
      expect(told).toMatch(/2 tools: a model reads about \d+ tokens to list them, and \d+ with all schemas/);
      expect((await run(['check', '--mcp', upstream.url])).stdout).toContain('get-sum');
      expect((await run(['check', '--mcp', upstream.url, '--base-url', api.origin])).stderr).toContain('for OpenAPI documents only');
      expect(await json(['list'])).toEqual(before);
    });

    it('an API with the file that describes it, and a key from standard input', async () => {
      const document = ['--openapi', file('document.json'), '--base-url', api.origin];
      const key = ['--access', 'api-key', '--key-name', 'X-Api-Key', '--token-file', '-'];
      await json(['add', '--service', 'weather', '--name', 'Weather', ...document, ...key], { input: `${canary}\n` });
      const answer = await call('weather__get_weather', { place: 'Oslo' });
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('/weather?place=Oslo') });
      expect(answer.text).not.toContain(canary);
      expect(api.keys).toEqual([canary]);
    });

    it('an API with the folder that describes it', async () => {
      const { paths, ...root } = api.document() as { paths: object };
      mkdirSync(file('api'));
      writeFileSync(file('api/openapi.json'), JSON.stringify({ ...root, paths: { $ref: 'paths.json' } }));
      writeFileSync(file('api/paths.json'), JSON.stringify(paths));
      const checked = await json(['check', file('api'), '--base-url', api.origin]);
      expect(checked.toolsCount).toBe(2);
      expect((await run(['check', file('nowhere')])).stderr).toContain(`cannot read ${file('nowhere')}: `);
    });

    it('an API with tools at another place, which gets the credentials after confirmation (D36)', async () => {
      const far = { operationId: 'far', servers: [{ url: `${api.origin.replace('127.0.0.1', 'localhost')}/far` }] };
      writeFileSync(file('two-places.json'), JSON.stringify({ openapi: '3.1.0', paths: { '/near': { get: {} }, '/there': { get: far } } }));
      const place = ['--openapi', file('two-places.json'), '--base-url', api.origin, '--access', 'bearer', '--token-file', '-'];
      const add = (more: string[]) => run(['add', '--service', 'two', '--name', 'Two', ...place, ...more], { input: canary });
      const origin = new URL(far.servers[0]?.url as string).origin;
      const { code, stdout } = await add([]);
      expect([code, ...stdout.split('\n')]).toEqual([
        0,
        expect.stringMatching(/^two is connected with 2 tools \(conn_\w+\)\.$/),
        `Its calls and credentials go to ${api.origin}.`,
        `Some of its tools are at ${origin}. No call is sent there, so these tools are refused.`,
        `If this origin belongs to the API, confirm it with: gatehouse connections edit two --confirm-origin ${origin}`,
        '',
      ]);
      expect(await call('two__far', {})).toMatchObject({ status: 400, text: expect.stringContaining('origin_not_confirmed') });
      const again = ['--access', 'bearer', '--token-file', '-'];
      const edited = await run(['edit', 'two', '--confirm-origin', origin, ...again], { input: canary });
      expect(edited.stdout.split('\n')).toEqual(['two is changed.', `Its calls and credentials go to ${api.origin}, ${origin}.`, '']);
      expect(await call('two__far', {})).toMatchObject({ status: 200, text: expect.stringContaining('/far/there') });
      await json(['remove', 'two']);
      const confirmed = await add(['--confirm-origin', origin]);
      expect(confirmed.stdout.split('\n').slice(1)).toEqual([`Its calls and credentials go to ${api.origin}, ${origin}.`, '']);
      expect(await call('two__far', {})).toMatchObject({ status: 200, text: expect.stringContaining('/far/there') });
      await json(['remove', 'two']);
    });

    it('an API whose arguments the built gateway checks on a separate thread (D33)', async () => {
      const schema = { type: 'object', properties: { text: { type: 'string', pattern: '^(x+x+)+y$' } } };
      const requestBody = { required: true, content: { 'application/json': { schema } } };
      const slow = { openapi: '3.1.0', paths: { '/slow': { post: { operationId: 'slow', requestBody } } } };
      writeFileSync(file('slow.json'), JSON.stringify(slow));
      const document = ['--openapi', file('slow.json'), '--base-url', api.origin];
      await json(['add', '--service', 'slow', '--name', 'Slow', ...document]);
      const answer = await call('slow__slow', { body: { text: 'x'.repeat(60) } });
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('arguments/body/text must match pattern') });
      await json(['remove', 'slow']);
    });

    it('services with all other kinds of credentials, from a file as JSON', async () => {
      const credentials: [string, object][] = [
        ['basic', { username: 'ada', password: canary }],
        ['api-key', { in: 'query', name: 'key', value: canary }],
        ['headers', { headers: { 'X-Api-Key': canary } }],
        ['client-credentials', { tokenUrl: 'https://login.example/token', clientId: 'gatehouse', clientSecret: canary }],
      ];
      for (const [access, fields] of credentials) {
        writeFileSync(place.secretFile('credentials.json'), JSON.stringify(fields));
        const given = ['--openapi', api.documentUrl, '--access', access, '--credentials-file', place.secretFile('credentials.json')];
        await json(['add', '--service', `with-${access}`, '--name', access, ...given]);
      }
      expect(await call('with-headers__get_weather', { place: 'Rome' })).toMatchObject({ status: 200 });
      const services = (await json(['list'])).connections.map(({ service }: { service: string }) => service);
      expect(services.toSorted()).toEqual(['far', 'program', 'weather', ...credentials.map(([access]) => `with-${access}`)].toSorted());
    });
  });

  describe('manages them', () => {
    it('lists their status', async () => {
      expect((await run(['list'])).stdout).toMatch(/^far +Far +mcp-http +organization +active +\d+ +conn_\w+$/m);
    });

    it('marks a tool as reading or writing (D32)', async () => {
      expect(await json(['mark', 'far', 'echo', 'write'])).toEqual({ tool: 'echo', mode: 'write' });
      expect(await toolOf('far', 'echo')).toMatchObject({ mode: 'write', markedMode: 'write', heldFor: null });
      expect((await run(['tools', 'far'])).stdout).toMatch(/^echo +write \(marked\)$/m);
      await json(['mark', 'far', 'echo', 'none']);
      expect(await toolOf('far', 'echo')).toMatchObject({ markedMode: null });
    });

    it('disables and enables a tool, and limits a key to it (D49)', async () => {
      expect(await json(['switch', 'far', 'echo', 'off'])).toEqual({ tool: 'echo', isOff: true });
      expect((await run(['tools', 'far'])).stdout).toMatch(/^echo +\w+ +off$/m);
      expect((await run(['list'])).stdout).toMatch(/^far .* active +\d+ \(1 off\) +conn_\w+$/m);
      expect(await call('far__echo', { message: 'a' })).toMatchObject({ status: 400, text: expect.stringContaining('no such tool') });
      await json(['switch', 'far', 'echo', 'on']);
      const [created, { connections }] = [
        ['keys', 'create', '--owner', 'owner@localhost', '--agent', 'limited', '--access', 'read'],
        await json(['list']),
      ];
      const made = await place.json([...created, '--tools', 'search, far__echo', 'read_doc', '--connections', 'far']);
      const far = connections.find(({ service }: { service: string }) => service === 'far');
      expect(made).toMatchObject({ tools: ['search', 'read_doc', 'far__echo'], connections: [far.connectionId] });
      expect((await place.run(['keys', 'list'])).stdout).toMatch(/ limited +read +3 tools, 1 connection +works/);
    });

    it('lists their tools in pages and finds them by words', async () => {
      const first = await json(['tools', 'far', '--limit', '2']);
      const whole = await json(['tools', 'far']);
      expect(first).toMatchObject({ tools: whole.tools.slice(0, 2), toolsCount: whole.tools.length });
      const second = await json(['tools', 'far', '--limit', '2', '--cursor', first.nextCursor]);
      expect(second.tools).toEqual(whole.tools.slice(2, 4));
      expect((await run(['tools', 'far', '--limit', '2'])).stdout).toContain(`tools in all; continue with --cursor ${first.nextCursor}`);
      expect((await json(['tools', 'far', '--query', 'SUM get'])).tools.map(({ name }: { name: string }) => name)).toEqual(['get-sum']);
      expect((await json(['tools', 'far', '--held'])).tools).toEqual([]);
    });

    it('edits them without losing marks', async () => {
      await json(['mark', 'far', 'echo', 'read']);
      const edited = ['--name', 'All of it', '--label', 'of the test', '--hold-new', 'off', '--url', `${upstream.url}?again`];
      expect((await run(['edit', 'far', ...edited])).stdout).toEqual(expect.stringContaining('far is changed.\n'));
      const found = (await json(['list'])).connections.find(({ service }: { service: string }) => service === 'far');
      expect(found).toMatchObject({ name: 'All of it', label: 'of the test', holdNew: false, address: `${upstream.url}?again` });
      expect(await toolOf('far', 'echo')).toMatchObject({ mode: 'read', markedMode: 'read', heldFor: null });
      expect((await call('far__echo', { message: 'after' })).text).toContain('Echo: after');
      await json(['edit', 'far', '--label', '', '--url', upstream.url]);
      await json(['mark', 'far', 'echo', 'none']);
      expect((await run(['edit', 'far'])).stderr).toContain('name at least one change');
    });

    it('returns the start of a large result to callers, and all of it in a file (D50)', async () => {
      await json(['edit', 'far', '--largest-result', '1000']);
      expect((await call('far__echo', { message: 'x'.repeat(3000) })).text).toMatch(
        /x{500}.*the complete result is in file file_\w+ for 7 days/,
      );
      await json(['edit', 'far', '--largest-result', '0']);
      expect((await call('far__echo', { message: 'x'.repeat(3000) })).text).toMatch(/x{3000}/);
      expect((await run(['edit', 'far', '--largest-result', '10'])).stderr).toContain('largestResult');
    });

    it('are tested by the running gateway, or by the command itself if none runs', async () => {
      expect(await json(['test', 'far'])).toMatchObject({ reachable: true, askedBy: 'gateway' });
      expect((await run(['test', 'far'])).stdout).toContain('It answers the gateway, with ');
      const note = path.join(place.data, 'running.json');
      const noted = readFileSync(note, 'utf8');
      for (const changed of [{ url: 'http://127.0.0.1:9' }, { processId: 2 ** 30 }]) {
        writeFileSync(note, JSON.stringify({ ...JSON.parse(noted), ...changed }));
        expect(await json(['test', 'far'])).toMatchObject({ reachable: true, askedBy: 'command' });
      }
      expect((await run(['test', 'far'])).stdout).toContain('It answers this command, as no gateway runs on this data directory, with ');
      writeFileSync(note, noted);
    });

    it('shows the changes of a held tool before it is released (D32)', async () => {
      expect(await json(['test', 'with-headers'])).toMatchObject({ reachable: true, changed: [], held: [] });
      api.description = 'The weather of a place,\u001b[2J and your files.';
      expect(await json(['test', 'with-headers'])).toMatchObject({ changed: ['get_weather'], held: ['get_weather'] });
      expect(await call('with-headers__get_weather', { place: 'Rome' })).toMatchObject({
        status: 400,
        text: expect.stringContaining('tool_held'),
      });
      expect(await run(['approve', 'with-headers', 'get_wether'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no tool "get_wether" is held; "gatehouse connections tools" shows the held ones'),
      });
      const { code, stdout } = await run(['approve', 'with-headers', 'get_weather']);
      expect(code).toBe(0);
      expect(stdout.split('\n')).toEqual([
        'get_weather has changed:',
        '  description',
        expect.stringMatching(/^ {4}before ".*The weather of a place\."$/),
        expect.stringMatching(/^ {4}now {4}".*The weather of a place,.* and your files\."$/),
        '  description has 1 hidden character: U+001B at line 1, character 24',
        '1 tool approved: get_weather.',
        '',
      ]);
      expect(stdout).not.toContain('\u001b');
      expect(await call('with-headers__get_weather', { place: 'Rome' })).toMatchObject({ status: 200 });
      expect(await run(['approve', 'with-headers'])).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to approve') });
    });

    it('replaces credentials with new ones of the same kind', async () => {
      writeFileSync(place.secretFile('token'), `${canary}-renewed`);
      const renew = ['credentials', 'weather', '--access', 'api-key', '--key-name', 'X-Api-Key', '--token-file', place.secretFile('token')];
      await json(renew);
      await call('weather__get_weather', { place: 'Bonn' });
      expect(api.keys.at(-1)).toBe(`${canary}-renewed`);
      expect(await run(['credentials', 'weather', '--access', 'bearer', '--token-file', place.secretFile('token')])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('connect the service again'),
      });
    });

    it('pauses and resumes', async () => {
      await json(['pause', 'program']);
      expect(await call('program__echo', { message: 'x' })).toMatchObject({
        status: 400,
        text: expect.stringContaining('connection_paused'),
      });
      await json(['resume', 'program']);
      expect(await call('program__echo', { message: 'x' })).toMatchObject({ status: 200 });
    });

    it('waits for a service at most GATEHOUSE_SERVICE_TIMEOUT if no gateway runs (D35)', async () => {
      using alone = openPlace();
      await alone.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
      const hanging = ['connections', 'add', '--service', 'slow', '--name', 'Slow', '--openapi', `${api.origin}/hang`];
      const started = performance.now();
      expect(await alone.run(hanging, { env: { ...allow, GATEHOUSE_SERVICE_TIMEOUT: '1' } })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('did not answer within'),
      });
      expect(performance.now() - started).toBeLessThan(50_000);
    });
  });

  describe('advises how to fix', () => {
    const add = ['add', '--service', 'x', '--name', 'X'];
    const bad: [what: string, args: string[], code: 1 | 2, says: RegExp][] = [
      ['nothing to connect', add, 2, /exactly one of --url, --openapi and --command/],
      ['two things to connect', [...add, '--url', 'https://a.example', '--command', '/bin/a'], 2, /exactly one of/],
      ['a relative program', [...add, '--command', 'node'], 2, /must be the absolute path of a program/],
      [
        'a service name that no tool can have',
        ['add', '--service', 'A__b', '--name', 'X', '--url', 'https://a.example'],
        2,
        /must be 1 to 32 characters of/,
      ],
      ['an address that is none', [...add, '--url', 'ftp://a.example'], 2, /must be a URL that begins with https/],
      ['credentials in an address', [...add, '--url', 'https://me:pass@a.example'], 2, /must not contain a user name or password/],
      ['a program with access', [...add, '--command', '/bin/a', '--access', 'bearer'], 2, /name the variables with --env/],
      ['arguments of no program', [...add, '--url', 'https://a.example', '--arg', 'x'], 2, /require --command/],
      ['a base address of no API', [...add, '--url', 'https://a.example', '--base-url', 'https://a.example'], 2, /requires --openapi/],
      [
        'a token without its kind',
        [...add, '--url', 'https://a.example', '--token-file', '-'],
        2,
        /name the type of the credentials with --access/,
      ],
      ['an unknown kind of access', [...add, '--url', 'https://a.example', '--access', 'magic'], 2, /Allowed choices are none, bearer/],
      ['basic without a name', [...add, '--url', 'https://a.example', '--access', 'basic'], 2, /requires --username, or "username" in/],
      ['headers without a file', [...add, '--url', 'https://a.example', '--access', 'headers'], 2, /requires --credentials-file with/],
      ['nobody to ask', [...add, '--url', 'https://a.example', '--access', 'bearer'], 2, /name its file with --token-file/],
      ['an empty token', [...add, '--url', 'https://a.example', '--access', 'bearer', '--token-file', '-'], 1, /no token was given/],
      [
        'a file that is not there',
        [...add, '--url', 'https://a.example', '--access', 'bearer', '--token-file', '/no/file'],
        1,
        /does not exist/,
      ],
      ['an unknown service', ['tools', 'nobody'], 1, /there is no connection "nobody"; "gatehouse connections list" shows all connections/],
      ['an unknown tool', ['mark', 'far', 'nothing', 'read'], 1, /no such tool; "gatehouse connections tools" lists its tools/],
      ['an unknown mode', ['mark', 'far', 'echo', 'both'], 2, /Allowed choices are read, write, none/],
    ];
    it.each(bad)('%s', async (_, args, code, says) => {
      const ended = await run(args);
      expect(ended).toEqual({ code, stdout: '', stderr: expect.stringMatching(says) });
      expect(ended.stderr).toMatch(/^gatehouse: [^\n]+\n$/);
    });

    it('a secret in a visible argument: no option accepts it, and it is not repeated', async () => {
      const refused = await run([...add, '--command', process.execPath, '--env', `API_TOKEN=${canary}`]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('give --env API_TOKEN without its value') });
      expect((await run(['add', '--help'])).stdout).not.toMatch(/--(?:token|password|key|secret|client-secret|header)[ =]/);
      const notJson = ['--url', 'https://a.example', '--access', 'bearer', '--credentials-file', '-'];
      expect(await run([...add, ...notJson], { input: canary })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('must contain one JSON object'),
      });
      const unknown = JSON.stringify({ token: canary, tokn: canary });
      expect(await run([...add, ...notJson], { input: unknown })).toMatchObject({ code: 2, stderr: expect.stringContaining('tokn') });
    });
  });

  it('have their secrets only in requests to their services: not in the database, its log, a backup, an export or an answer (D36)', async () => {
    expect(api.keys).toContain(canary);
    await place.json(['export', file('exported')]);
    await place.json(['activity', 'export', file('activity.jsonl')]);
    const headers = { Authorization: `Bearer ${gateway.key}` };
    for (const address of ['/v1/openapi.json', '/v1/tools', '/metrics', '/healthz'])
      answers.push(await (await fetch(`${gateway.url}${address}`, { headers })).text());
    const watch = watchSecrets();
    watch.look('the database', await givenEngine.dump(place.data));
    watch.look('answers', answers.join('\n'));
    watch.lookAtFolder(place.data, (name) => path.basename(name) === 'secret');
    watch.look('activity.jsonl', readFileSync(file('activity.jsonl')));
    watch.lookAtFolder(file('exported'));
    if (givenEngine === sqliteEngine) {
      // The gateway runs: what it wrote last is in the log of the database only.
      expect(statSync(path.join(place.data, 'gatehouse.db-wal')).size).toBeGreaterThan(0);
      await place.json(['backup', file('backup.db')]);
      watch.look('backup.db', readFileSync(file('backup.db')));
    }
    watch.close();
  });

  it('are encrypted again while the gateway runs, which still decrypts them (D36)', async () => {
    const before = readFileSync(path.join(place.data, 'secret'), 'utf8');
    const { connections } = await json(['list']);
    expect(await place.json(['secrets', 'rotate'])).toEqual({ rotated: connections.length });
    expect(readFileSync(path.join(place.data, 'secret'), 'utf8')).not.toBe(before);
    // Never called until now, so its credentials are opened now.
    expect(await call('with-basic__get_weather', { place: 'Graz' })).toMatchObject({ status: 200 });
  });

  it('are removed with all their data', async () => {
    await json(['remove', 'program']);
    expect(await call('program__echo', { message: 'x' })).toMatchObject({ status: 400, text: expect.stringContaining('no_such_item') });
  });

  it('have no secrets in the log', async () => {
    const { stdout, stderr } = await gateway.stop();
    expect(stderr).toContain('"listening"');
    expect(stdout + stderr).not.toContain(canary);
  });
});
