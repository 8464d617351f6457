import { describe, expect, it } from 'vitest';
import { buildRequest } from './build-request.ts';
import { bindingOf, readOperations } from './operations.ts';
import { readDocument } from './read-document.ts';
import { serversOf } from './servers.ts';

const found = (document: object, place?: string) => [
  ...readOperations(readDocument(JSON.stringify({ openapi: '3.1.0', ...document })), place),
];
const toolsOf = (document: object, place?: string) => found(document, place).filter((one) => 'name' in one);
const leftOutOf = (document: object) => found(document).filter((one) => 'reason' in one);

async function requestOf(document: object, name: string, given: Record<string, unknown>, baseUrl = 'https://api.example.test/v1/') {
  const tool = toolsOf(document).find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const readFile = async () => Promise.reject(new Error('no test reads a file'));
  const { url, method, headers, body } = await buildRequest({ baseUrl, binding: bindingOf(tool), given, readFile });
  return { url: url.href, method, body, headers };
}

const pets = {
  paths: {
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getPet', summary: 'One pet', parameters: [{ $ref: '#/components/parameters/Fields' }] },
      put: {
        operationId: 'put pet!',
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
      delete: {},
    },
    '/search': {
      get: {
        operationId: 'search',
        parameters: [
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'ids', in: 'query', explode: false, schema: { type: 'array' } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
          { name: 'where', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
      },
    },
    '/upload': { post: { operationId: 'upload', requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: {}, list: {} } } } } },
      },
    },
  },
  components: {
    parameters: { Fields: { name: 'fields', in: 'query', description: 'which fields', schema: { type: 'string' } } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          parent: { $ref: '#/components/schemas/Pet' },
          example: { type: 'string' },
          kind: { $ref: '#/components/schemas/Kind' },
        },
        example: { name: 'Rex' },
        'x-internal': true,
      },
      Kind: { enum: ['dog', 'cat'] },
      Unused: { type: 'string' },
    },
  },
};

describe('operations as tools', () => {
  it('give each callable operation a name, a schema and a mode (D31, D32)', () => {
    expect(toolsOf(pets).map((tool) => [tool.name, tool.annotations?.readOnlyHint])).toEqual([
      ['getPet', true],
      ['put_pet', false],
      ['delete_pets_petId', false],
      ['search', true],
      ['upload', false],
      ['form', false],
    ]);
  });

  it('combine path, operation and referenced parameters in a closed input schema', () => {
    expect(toolsOf(pets)[0]).toMatchObject({
      title: 'One pet',
      description: 'One pet',
      inputSchema: {
        type: 'object',
        properties: { petId: { type: 'string' }, fields: { type: 'string', description: 'which fields' } },
        required: ['petId'],
        additionalProperties: false,
      },
    });
  });

  it('have no arguments for headers of the request itself, but have them for other parameters with these names', () => {
    const schema = { type: 'string' };
    const headers = ['Authorization', 'Content-Length', 'host'].map((name) => ({ name, in: 'header', required: true, schema }));
    const parameters = [...headers, { name: 'host', in: 'query', schema }, { name: 'Accept', in: 'cookie', schema }];
    const [tool] = toolsOf({ openapi: '3.1.0', paths: { '/a': { get: { parameters } } } });
    expect(tool?.inputSchema).toMatchObject({ properties: { host: schema, Accept: schema } });
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['host', 'Accept']);
  });

  it('include the schemas that they refer to, even circular ones, and no others', () => {
    const schema = toolsOf(pets)[1]?.inputSchema;
    expect(schema?.properties).toEqual({ petId: { type: 'string' }, body: { $ref: '#/$defs/Pet' } });
    expect(schema?.$defs).toEqual({
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          parent: { $ref: '#/$defs/Pet' },
          example: { type: 'string' },
          kind: { $ref: '#/$defs/Kind' },
        },
      },
      Kind: { enum: ['dog', 'cat'] },
    });
  });

  it('convert schemas of OpenAPI 3.0 to JSON Schema 2020-12', () => {
    const document = {
      openapi: '3.0.3',
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            parameters: [{ name: 'n', in: 'query', schema: { type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true } }],
          },
        },
      },
    };
    expect(toolsOf(document)[0]?.inputSchema.properties).toEqual({ n: { type: ['integer', 'null'], exclusiveMinimum: 1 } });
  });

  it('prefer the servers of an operation to those of its path, and leave out invalid addresses', () => {
    const servers = (url: string, variables = {}) => ({ servers: [{ url, variables }] });
    const paths = {
      '/a': {
        ...servers('https://path.example/v1/'),
        get: { operationId: 'path' },
        put: { operationId: 'own', ...servers('https://own.example') },
        post: { operationId: 'relative', ...servers('../up') },
        patch: {
          operationId: 'template',
          ...servers('https://{at}.example:{port}/', { at: { default: 'eu' }, port: { default: '8443' } }),
        },
        delete: { operationId: 'open', ...servers('https://{at}.example/') },
        head: { operationId: 'odd', ...servers('https://x.example/{at}', { at: { default: {} } }) },
      },
      '/b': {
        get: { operationId: 'base', servers: [] },
        post: { operationId: 'first', ...servers('https://{at}.example', { at: { enum: ['us', 'eu'] } }) },
        put: { operationId: 'socket', ...servers('wss://x.example') },
      },
    };
    const tools = toolsOf({ paths }, 'https://docs.example/api/v2/openapi.json');
    expect(Object.fromEntries(tools.map(({ name, binding }) => [name, (binding as { server?: string }).server]))).toEqual({
      path: 'https://path.example/v1/',
      own: 'https://own.example/',
      relative: 'https://docs.example/api/up',
      template: 'https://eu.example:8443/',
      base: undefined,
      first: 'https://us.example/',
    });
    expect(tools.find(({ name }) => name === 'base')?.binding).not.toHaveProperty('server');
    expect(leftOutOf({ paths }).map(({ operation }) => operation)).toEqual(['HEAD /a', 'POST /a', 'DELETE /a', 'PUT /b']);
  });

  it('have distinct, short names', () => {
    const long = 'x'.repeat(100);
    const paths = {
      '/a': { get: { operationId: 'same' }, post: { operationId: 'same' } },
      '/b': { get: { operationId: long }, post: { operationId: long } },
    };
    const names = toolsOf({ paths }).map((tool) => tool.name);
    expect(new Set(names).size).toBe(4);
    expect(names.slice(0, 2)).toEqual(['same', 'same_2']);
    expect(names.every((name) => name.length <= 64)).toBe(true);
  });
});

describe('requests', () => {
  it('put every parameter in its place, in its style', async () => {
    const given = { tags: ['a', 'b c'], ids: [1, 2], filter: { size: 'L' }, where: { a: 1 }, 'X-Trace': 't' };
    const { url, headers } = await requestOf(pets, 'search', given);
    expect(url).toBe('https://api.example.test/v1/search?tags=a&tags=b%20c&ids=1,2&filter%5Bsize%5D=L&where=%7B%22a%22%3A1%7D');
    expect(headers.get('x-trace')).toBe('t');
  });

  it('send JSON bodies and forms', async () => {
    const json = await requestOf(pets, 'put_pet', { petId: '7', body: { name: 'Rex' } });
    expect([json.method, json.url, json.body]).toEqual(['PUT', 'https://api.example.test/v1/pets/7', '{"name":"Rex"}']);
    expect((await requestOf(pets, 'form', { body: { a: 'x&y', list: [1, 2] } })).body).toBe('a=x%26y&list=1&list=2');
  });

  it.each(['..', '.', ''])('refuse the path argument %j, which would lead elsewhere', async (petId) => {
    await expect(requestOf(pets, 'getPet', { petId })).rejects.toThrow('nothing was sent');
  });

  it.each(['../admin', 'a/b', '%2e%2e', '?x=1', '#f', '..\\..'])('keep the path argument %j as one step of the path', async (petId) => {
    const { url } = await requestOf(pets, 'getPet', { petId });
    expect(new URL(url).pathname.split('/').length).toBe(4);
    expect(new URL(url).pathname.startsWith('/v1/pets/')).toBe(true);
    expect(new URL(url).search).toBe('');
  });

  it('leave out an optional header with an invalid name, or the whole operation if the header is required, and report both', () => {
    const parameters = (required: boolean) => ['X Key', 'X-Key:', 'ключ', ''].map((name) => ({ name, in: 'header', required }));
    const all = found({ paths: { '/a': { get: { parameters: parameters(false) } }, '/b': { get: { parameters: parameters(true) } } } });
    expect(all).toMatchObject([
      { name: 'get_a', inputSchema: { properties: {} } },
      {
        operation: 'GET /b',
        reason: 'it needs the header "X Key", which is not a valid name',
        code: 'unsendable_parameter',
        about: '"X Key"',
      },
      ...['X Key', 'X-Key:', 'ключ', ''].map((name) => ({
        operation: `GET /a, the header ${JSON.stringify(name)}`,
        reason: 'it is not a valid name; the tool is available without it',
        code: 'parameter_left_out',
      })),
    ]);
  });

  it('never take from an argument a header that belongs to the connection itself', () => {
    const names = ['Connection', 'keep-alive', 'Upgrade', 'Expect', 'Transfer-Encoding', 'Accept-Encoding', 'Content-Length', 'Host'];
    const parameters = names.map((name) => ({ name, in: 'header', required: true }));
    expect(found({ paths: { '/a': { get: { parameters } } } })).toMatchObject([{ inputSchema: { properties: {} } }]);
  });

  it('refuse a header with a line break', async () => {
    await expect(requestOf(pets, 'search', { 'X-Trace': 'a\r\nX-Evil: 1' })).rejects.toThrow('one line');
  });
});

describe('references out of the document', () => {
  it.each(['file:///etc/passwd', 'http://127.0.0.1/x', './pet.yaml#/Pet', 'pet.json'])('leave out only operations that need %j', ($ref) => {
    const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });
    const schemas = {
      Pet: { properties: { owner: { $ref: '#/components/schemas/Owner' } } },
      Owner: { anyOf: [{ $ref }, { $ref: '#/components/schemas/Pet' }] },
    };
    const paths = {
      '/item': { $ref },
      '/a': { get: {}, post: body({ $ref: '#/components/schemas/Pet' }), put: body({ $ref: '#/components/schemas/Owner' }) },
      '/b': { parameters: [{ $ref }], get: { operationId: 'withParameter' } },
      '/c': { get: { operationId: 'shown', responses: { 200: { $ref } } } },
    };
    const all = found({ paths, components: { schemas } });
    expect(all.filter((one) => 'name' in one).map(({ name }) => name)).toEqual(['get_a', 'shown']);
    const leftOut = all.filter((one) => 'reason' in one);
    expect(leftOut.map(({ operation }) => operation)).toEqual(['/item', 'POST /a', 'PUT /a', 'GET /b']);
    for (const { reason } of leftOut) expect(reason).toContain(`${JSON.stringify($ref)} outside the document`);
  });
});

describe('references within the document', () => {
  it('leave out a path whose description is not an object, and report that', () => {
    const paths = { '/list': { $ref: '#/components/x-items' }, '/a': { get: { operationId: 'shown' } } };
    expect(leftOutOf({ paths, components: { 'x-items': [{ get: {} }] } })).toMatchObject([
      { operation: '/list', code: 'no_description', reason: 'its description is not an object' },
    ]);
    expect(toolsOf({ paths, components: { 'x-items': [] } }).map(({ name }) => name)).toEqual(['shown']);
  });
});

describe('documents', () => {
  it.each([
    ['no object', '[]', 'it is not an object'],
    ['Swagger 1.2', '{"swagger":"1.2","paths":{"/a":{}}}', '1.2'],
    ['an unknown version', '{"openapi":"4.0.0"}', '4.0.0'],
    ['no paths', '{"openapi":"3.1.0","paths":{}}', 'no paths'],
    ['broken JSON', '{"openapi', 'JSON'],
    [
      'an alias bomb',
      `openapi: 3.1.0\na: &a [x,x]\n${'bcdefghijk'.replaceAll(/./g, (name, at) => `${name}: &${name} [${`*${'abcdefghijk'[at]},`.repeat(10)}]\n`)}`,
      'alias',
    ],
  ])('are refused with the reason: %s', (_what, text, why) => {
    expect(() => readDocument(text)).toThrow(why);
  });

  it('can be YAML', () => {
    const { document, dialect } = readDocument('openapi: 3.0\npaths:\n  /a:\n    get: {}\n');
    expect([document.paths, dialect]).toEqual([{ '/a': { get: {} } }, '3.0']);
  });
});

describe('the server of a document', () => {
  const swagger = '2.0';

  it.each([
    [{ servers: [{ url: 'https://a.test' }] }, 'https://a.test'],
    [{ swagger, servers: [{ url: 'https://a.test' }] }, undefined],
    [{ swagger, host: '' }, undefined],
    [{ swagger, basePath: '/v1' }, '/v1'],
    [{ swagger, host: 'a.test' }, 'https://a.test'],
    [{ swagger, host: 'a.test', basePath: '/v1' }, 'https://a.test/v1'],
    [{ swagger, host: 'a.test:8080', basePath: 'v1', schemes: ['http'] }, 'http://a.test:8080/v1'],
    [{ swagger, host: 'a.test', schemes: ['http', 'https'] }, 'https://a.test'],
    [{ swagger, host: 7, schemes: ['wss'] }, undefined],
  ])('is read from %j', (document, url) => {
    expect(serversOf(document)).toEqual(url === undefined ? undefined : [{ url }]);
  });
});
