import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOperations } from './operations.ts';
import { readDocument } from './read-document.ts';
import { openRecordingService, type RecordingService } from './recording-service.ts';

// Expectations come from the tables of OpenAPI 3.0.4 and 3.1.1 ("Style Examples", "Encoding Object", Appendices C to E) and the examples of
// RFC 6570, which uses these variables.
const list = ['red', 'green', 'blue'];
const keys = { semi: ';', dot: '.', comma: ',' };
const color = { R: 100, G: 200, B: 150 };

let service: RecordingService;
beforeAll(async () => {
  service = await openRecordingService();
});
afterAll(() => service.close());

const api = (path: string, operation: object) => ({ openapi: '3.1.0', paths: { [path]: operation } });
const withParameter = (parameter: { in: string; [more: string]: unknown }, path = '/x') =>
  api(path, { get: { parameters: [{ name: 'v', schema: {}, ...parameter }] } });

describe('a parameter in the path', () => {
  it.each([
    ['simple', false, 'value', 'value'],
    ['simple', false, 'Hello World!', 'Hello%20World%21'],
    ['simple', false, 'a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['simple', false, 'ü😀', '%C3%BC%F0%9F%98%80'],
    ['simple', false, "it's(*)", 'it%27s%28%2A%29'],
    ['simple', false, 12.5, '12.5'],
    ['simple', false, true, 'true'],
    ['simple', false, list, 'red,green,blue'],
    ['simple', false, ['a,b', 'c/d'], 'a%2Cb,c%2Fd'],
    ['simple', false, keys, 'semi,%3B,dot,.,comma,%2C'],
    ['simple', true, 'value', 'value'],
    ['simple', true, list, 'red,green,blue'],
    ['simple', true, keys, 'semi=%3B,dot=.,comma=%2C'],
    ['simple', true, color, 'R=100,G=200,B=150'],
    ['label', false, 'value', '.value'],
    ['label', false, 'Hello World!', '.Hello%20World%21'],
    ['label', false, 7, '.7'],
    ['label', false, list, '.red,green,blue'],
    ['label', false, keys, '.semi,%3B,dot,.,comma,%2C'],
    ['label', true, 'value', '.value'],
    ['label', true, list, '.red.green.blue'],
    ['label', true, keys, '.semi=%3B.dot=..comma=%2C'],
    ['label', true, color, '.R=100.G=200.B=150'],
    ['matrix', false, 'value', ';v=value'],
    ['matrix', false, 'Hello World!', ';v=Hello%20World%21'],
    ['matrix', false, '', ';v'],
    ['matrix', false, false, ';v=false'],
    ['matrix', false, list, ';v=red,green,blue'],
    ['matrix', false, keys, ';v=semi,%3B,dot,.,comma,%2C'],
    ['matrix', true, 'value', ';v=value'],
    ['matrix', true, list, ';v=red;v=green;v=blue'],
    ['matrix', true, keys, ';semi=%3B;dot=.;comma=%2C'],
    ['matrix', true, color, ';R=100;G=200;B=150'],
  ])('of style %s, explode %s, writes %j as %s', async (style, explode, value, demanded) => {
    const document = withParameter({ in: 'path', required: true, style, explode }, '/before/{v}/after');
    expect((await service.call(document, { v: value })).target).toBe(`/before/${demanded}/after`);
  });

  it('is one part of a step that has other parts too', async () => {
    const document = api('/files/{name}.{ext}:check', { get: {} });
    expect((await service.call(document, { name: 'a.b', ext: 'c/d' })).target).toBe('/files/a.b.c%2Fd:check');
  });

  it('is JSON if its content is declared as JSON', async () => {
    const document = withParameter(
      { in: 'path', required: true, schema: undefined, content: { 'application/json': { schema: {} } } },
      '/{v}',
    );
    expect((await service.call(document, { v: { a: [1] } })).target).toBe('/%7B%22a%22%3A%5B1%5D%7D');
  });

  it('keeps slashes only if the document allows them', async () => {
    const document = withParameter({ in: 'path', required: true, allowReserved: true }, '/files/{v}');
    expect((await service.call(document, { v: 'a/b c/d?e#f' })).target).toBe('/files/a/b%20c/d%3Fe%23f');
    for (const value of ['../x', 'a/../b', 'a//b', './a'])
      await expect(service.call(document, { v: value })).rejects.toThrow('nothing was sent');
  });

  it.each(['simple', 'label', 'matrix'])('is refused if it is null in style %s, which cannot express null', async (style) => {
    const document = withParameter({ in: 'path', required: true, style, schema: { type: ['string', 'null'] } }, '/p/{v}/x');
    for (const given of [{ v: null }, {}])
      await expect(service.call(document, given)).rejects.toThrow('arguments/v is part of the path and must not be null; nothing was sent');
  });

  it('is refused if it would leave no path, or another path', async () => {
    const document = (style: string) => withParameter({ in: 'path', required: true, style }, '/p/{v}');
    for (const value of ['', [], {}, '.', '..'])
      await expect(service.call(document('simple'), { v: value })).rejects.toThrow('nothing was sent');
    for (const value of ['', '.', []]) await expect(service.call(document('label'), { v: value })).rejects.toThrow('nothing was sent');
  });
});

describe('a parameter in the query', () => {
  it.each([
    ['form', true, 'blue', '?v=blue'],
    ['form', true, '', '?v='],
    ['form', true, 'Hello World!', '?v=Hello%20World%21'],
    ['form', true, 'a&b=c+d#e', '?v=a%26b%3Dc%2Bd%23e'],
    ['form', true, 0, '?v=0'],
    ['form', true, false, '?v=false'],
    ['form', true, list, '?v=red&v=green&v=blue'],
    ['form', true, keys, '?semi=%3B&dot=.&comma=%2C'],
    ['form', true, color, '?R=100&G=200&B=150'],
    ['form', true, [], ''],
    ['form', true, null, ''],
    ['form', false, 'blue', '?v=blue'],
    ['form', false, list, '?v=red,green,blue'],
    ['form', false, ['a,b', 'c'], '?v=a%2Cb,c'],
    ['form', false, keys, '?v=semi,%3B,dot,.,comma,%2C'],
    ['form', false, color, '?v=R,100,G,200,B,150'],
    ['form', false, [], ''],
    ['form', false, ['a', null, 'b'], '?v=a,b'],
    ['spaceDelimited', false, list, '?v=red%20green%20blue'],
    ['spaceDelimited', false, color, '?v=R%20100%20G%20200%20B%20150'],
    ['spaceDelimited', true, list, '?v=red&v=green&v=blue'],
    ['pipeDelimited', false, list, '?v=red%7Cgreen%7Cblue'],
    ['pipeDelimited', false, color, '?v=R%7C100%7CG%7C200%7CB%7C150'],
    ['pipeDelimited', true, list, '?v=red&v=green&v=blue'],
    ['deepObject', true, color, '?v%5BR%5D=100&v%5BG%5D=200&v%5BB%5D=150'],
    ['deepObject', true, { a: { b: { c: 1 } } }, '?v%5Ba%5D%5Bb%5D%5Bc%5D=1'],
    ['deepObject', true, list, '?v%5B%5D=red&v%5B%5D=green&v%5B%5D=blue'],
    ['deepObject', true, { tags: list }, '?v%5Btags%5D%5B%5D=red&v%5Btags%5D%5B%5D=green&v%5Btags%5D%5B%5D=blue'],
    ['deepObject', true, [{ id: 1, n: 2 }, { id: 3 }], '?v%5B0%5D%5Bid%5D=1&v%5B0%5D%5Bn%5D=2&v%5B1%5D%5Bid%5D=3'],
    ['deepObject', true, { 'a b': 'c d' }, '?v%5Ba%20b%5D=c%20d'],
    ['deepObject', true, { gone: null, kept: '' }, '?v%5Bkept%5D='],
    ['deepObject', true, 'plain', '?v=plain'],
    ['deepObject', true, {}, ''],
  ])('of style %s, explode %s, writes %j as "%s"', async (style, explode, value, demanded) => {
    expect((await service.call(withParameter({ in: 'query', style, explode }), { v: value })).target).toBe(`/x${demanded}`);
  });

  it.each([
    ['a/b:c?d@e', 'a/b:c?d@e'],
    ["!$'()*,;", '!$%27()*,;'],
    ['[1]#2&3=4+5', '%5B1%5D%232%263%3D4%2B5'],
    ['50%', '50%25'],
    ['already%20encoded', 'already%20encoded'],
    ['a b"<>ü', 'a%20b%22%3C%3E%C3%BC'],
  ])('with allowReserved writes %j as %s', async (value, demanded) => {
    expect((await service.call(withParameter({ in: 'query', allowReserved: true }), { v: value })).target).toBe(`/x?v=${demanded}`);
  });

  it.each([
    ['application/json', { a: ['b c'] }, '%7B%22a%22%3A%5B%22b%20c%22%5D%7D'],
    ['application/json', 'text', '%22text%22'],
    ['text/plain', 'a b', 'a%20b'],
  ])('whose content is %s writes %j as %s', async (mediaType, value, demanded) => {
    const document = withParameter({ in: 'query', schema: undefined, content: { [mediaType]: { schema: {} } } });
    expect((await service.call(document, { v: value })).target).toBe(`/x?v=${demanded}`);
  });

  it('is exploded in the default style, and its name is encoded', async () => {
    const parameters = ['ids[]', 'page[size]', '❤️'].map((name) => ({ name, in: 'query', schema: {} }));
    const given = { 'ids[]': [1, 2], 'page[size]': 5, '❤️': 'love!' };
    expect((await service.call(api('/x', { get: { parameters } }), given)).target).toBe(
      '/x?ids%5B%5D=1&ids%5B%5D=2&page%5Bsize%5D=5&%E2%9D%A4%EF%B8%8F=love%21',
    );
  });

  it('comes after the query of the path itself', async () => {
    const document = withParameter({ in: 'query' }, '/x?action=list#part');
    expect((await service.call(document, { v: 1 })).target).toBe('/x?action=list&v=1');
    expect((await service.call(document, {})).target).toBe('/x?action=list');
  });

  it('is sent once if the path has it too, and refused with another value', async () => {
    const document = withParameter({ name: 'rest type', in: 'query' }, '/x?rest%20type=a%2Bb&comp=list');
    expect((await service.call(document, { 'rest type': 'a+b' })).target).toBe('/x?rest%20type=a%2Bb&comp=list');
    await expect(service.call(document, { 'rest type': 'delete' })).rejects.toThrow('arguments/rest type must be omitted or be');
    const lists = withParameter({ in: 'query' }, '/x?v=a');
    await expect(service.call(lists, { v: ['a', 'b'] })).rejects.toThrow('nothing was sent');
  });

  it.each([
    ['/x?filter={v}&top=5', { name: 'filter', in: 'query' }, { filter: 'a b' }, '/x?top=5&filter=a%20b'],
    ['/x?v={v}', { name: 'v', in: 'query' }, { v: 'a&b' }, '/x?v=a%26b'],
    ['/x?v={v}', { name: 'v', in: 'query' }, {}, '/x'],
    ['/x?v={v}', { name: 'v', in: 'path', required: true }, { v: 'a&b' }, '/x?v=a%26b'],
    ['/x?v={v}&w={w}', { name: 'v', in: 'query' }, { v: 1, w: 2 }, '/x?w=2&v=1'],
  ])('fills a template of the query once: %s with %j and %j is %s', async (path, parameter, given, demanded) => {
    const document = api(path, { get: { parameters: [{ schema: {}, ...parameter }] } });
    expect((await service.call(document, given)).target).toBe(demanded);
  });
});

describe('a parameter in a header or a cookie', () => {
  it.each([
    [false, 'Hello World!', 'Hello World!'],
    [false, 5, '5'],
    [false, list, 'red,green,blue'],
    [false, color, 'R,100,G,200,B,150'],
    [true, list, 'red,green,blue'],
    [true, color, 'R=100,G=200,B=150'],
  ])('of style simple, explode %s, writes %j as the header "%s"', async (explode, value, demanded) => {
    const document = withParameter({ name: 'X-V', in: 'header', style: 'simple', explode });
    expect((await service.call(document, { 'X-V': value })).headers['x-v']).toBe(demanded);
  });

  it('with JSON content is a header of JSON', async () => {
    const document = withParameter({ name: 'X-V', in: 'header', content: { 'application/json': { schema: {} } } });
    expect((await service.call(document, { 'X-V': { a: 1 } })).headers['x-v']).toBe('{"a":1}');
  });

  it.each([
    [true, 'blue', 'v=blue'],
    [true, 'a b;c', 'v=a%20b%3Bc'],
    // An ampersand, as the table has it, is no separator of cookies (Appendix D).
    [true, list, 'v=red; v=green; v=blue'],
    [true, color, 'R=100; G=200; B=150'],
    [false, list, 'v=red,green,blue'],
    [false, color, 'v=R,100,G,200,B,150'],
  ])('of style form, explode %s, writes %j as the cookie "%s"', async (explode, value, demanded) => {
    const document = withParameter({ in: 'cookie', style: 'form', explode });
    expect((await service.call(document, { v: value })).headers.cookie).toBe(demanded);
  });

  it('is added to other cookies', async () => {
    const parameters = ['a', 'b'].map((name) => ({ name, in: 'cookie', schema: {} }));
    expect((await service.call(api('/x', { get: { parameters } }), { a: 1, b: 2 })).headers.cookie).toBe('a=1; b=2');
  });
});

describe('a list of Swagger 2.0', () => {
  const swagger = (parameter: object, path = '/x', more: object = {}) => ({
    swagger: '2.0',
    paths: { [path]: { post: { ...more, parameters: [{ name: 'v', type: 'array', items: { type: 'string' }, ...parameter }] } } },
  });

  it.each([
    [undefined, '?v=red,green,blue'],
    ['csv', '?v=red,green,blue'],
    ['ssv', '?v=red%20green%20blue'],
    ['tsv', '?v=red%09green%09blue'],
    ['pipes', '?v=red%7Cgreen%7Cblue'],
    ['multi', '?v=red&v=green&v=blue'],
  ])('of the format %s is the query %s', async (collectionFormat, demanded) => {
    expect((await service.call(swagger({ in: 'query', collectionFormat }), { v: list })).target).toBe(`/x${demanded}`);
  });

  it.each([
    ['csv', 'red,green,blue', 'red,green,blue'],
    ['ssv', 'red%20green%20blue', 'red green blue'],
    ['tsv', 'red%09green%09blue', 'red\tgreen\tblue'],
    ['pipes', 'red%7Cgreen%7Cblue', 'red|green|blue'],
  ])('of the format %s is "%s" in the path and "%s" in a header', async (collectionFormat, inPath, inHeader) => {
    const path = swagger({ in: 'path', required: true, collectionFormat }, '/{v}');
    expect((await service.call(path, { v: list })).target).toBe(`/${inPath}`);
    const header = swagger({ in: 'header', name: 'X-V', collectionFormat });
    expect((await service.call(header, { 'X-V': list })).headers['x-v']).toBe(inHeader);
  });

  it.each([
    [undefined, 'v=red,green,blue'],
    ['csv', 'v=red,green,blue'],
    ['ssv', 'v=red%20green%20blue'],
    ['pipes', 'v=red%7Cgreen%7Cblue'],
    ['multi', 'v=red&v=green&v=blue'],
  ])('of the format %s is the form %s', async (collectionFormat, demanded) => {
    const { headers, body } = await service.call(swagger({ in: 'formData', collectionFormat }), { body: { v: list } });
    expect([headers['content-type'], body.toString()]).toEqual(['application/x-www-form-urlencoded', demanded]);
  });

  it('is a body of the media type that is consumed', async () => {
    const body = { name: 'body', in: 'body', type: undefined, items: undefined, schema: { type: 'object' } };
    const merged = swagger(body, '/x', { consumes: ['application/json-patch+json', 'application/merge-patch+json'] });
    const recorded = await service.call(merged, { body: { a: null } });
    expect([recorded.headers['content-type'], recorded.body.toString()]).toEqual(['application/merge-patch+json', '{"a":null}']);
    expect((await service.call(merged, { body: [{ op: 'test' }] })).headers['content-type']).toBe('application/json-patch+json');
  });
});

describe('a form', () => {
  const form = (encoding?: object) =>
    api('/x', { post: { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding } } } } });

  it.each([
    // The examples of the Encoding Object, with all of them encoded that browsers encode.
    [{ id: 'f81d4fae', zip: '99999+1234' }, 'id=f81d4fae&zip=99999%2B1234'],
    [{ address: { street: '123 Example Dr.' } }, 'address=%7B%22street%22%3A%22123+Example+Dr.%22%7D'],
    [{ list }, 'list=red&list=green&list=blue'],
    [{ rows: [{ a: 1 }, { a: 2 }] }, 'rows=%7B%22a%22%3A1%7D&rows=%7B%22a%22%3A2%7D'],
    [{ a: 1, b: true, c: '' }, 'a=1&b=true&c='],
    [{ a: null, b: 2 }, 'b=2'],
    [{ 'a b': 'ü&=' }, 'a+b=%C3%BC%26%3D'],
    [{ a: 'line\nbreak' }, 'a=line%0Abreak'],
    [{ none: [] }, ''],
  ])('writes %j as %s', async (value, demanded) => {
    const { headers, body } = await service.call(form(), { body: value });
    expect([headers['content-type'], body.toString()]).toEqual(['application/x-www-form-urlencoded', demanded]);
  });

  it.each([
    [{ style: 'form', explode: false }, list, 'v=red,green,blue'],
    [{ style: 'form' }, list, 'v=red&v=green&v=blue'],
    [{ style: 'form' }, color, 'R=100&G=200&B=150'],
    [{ explode: false }, color, 'v=R,100,G,200,B,150'],
    [{ style: 'spaceDelimited', explode: false }, list, 'v=red%20green%20blue'],
    [{ style: 'pipeDelimited', explode: false }, list, 'v=red%7Cgreen%7Cblue'],
    [{ style: 'deepObject', explode: true }, color, 'v%5BR%5D=100&v%5BG%5D=200&v%5BB%5D=150'],
    [{ style: 'deepObject', explode: true }, list, 'v%5B%5D=red&v%5B%5D=green&v%5B%5D=blue'],
    [
      { style: 'deepObject', explode: true },
      { price: { lines: [{ id: 'a', n: 1 }] } },
      'v%5Bprice%5D%5Blines%5D%5B0%5D%5Bid%5D=a&v%5Bprice%5D%5Blines%5D%5B0%5D%5Bn%5D=1',
    ],
    [{ allowReserved: true }, 'a/b:c', 'v=a/b:c'],
    [{ style: 'form' }, 'Hello World!', 'v=Hello%20World%21'],
    [{ contentType: 'application/json' }, list, 'v=%5B%22red%22%2C%22green%22%2C%22blue%22%5D'],
    [{ contentType: 'application/json' }, 'text', 'v=%22text%22'],
    [{ contentType: 'text/plain' }, 'a b', 'v=a+b'],
  ])('with the encoding %j writes %j as %s', async (encoding, value, demanded) => {
    expect((await service.call(form({ v: encoding }), { body: { v: value } })).body.toString()).toBe(demanded);
  });
});

describe('a multipart', () => {
  const file = { type: 'string', format: 'binary' };
  const multipart = (properties: object, encoding?: object, mediaType = 'multipart/form-data') =>
    api('/x', { post: { requestBody: { content: { [mediaType]: { schema: { type: 'object', properties }, encoding } } } } });
  const png = Buffer.from('89504e470d0a1a0a00', 'hex');

  async function sent(document: object, body: unknown, readFile?: Parameters<RecordingService['call']>[2]): Promise<string> {
    const recorded = await service.call(document, { body }, readFile);
    const [, type, boundary = ''] = /^(multipart\/[\w-]+); boundary=([\w-]+)$/.exec(recorded.headers['content-type'] ?? '') ?? [];
    expect(type).toBeDefined();
    return recorded.body.toString('latin1').replaceAll(boundary, 'B');
  }
  const part = (headers: string[], body: string) => `--B\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}\r\n`;
  const field = (name: string, ...more: string[]) => [`Content-Disposition: form-data; name="${name}"`, ...more];
  const fileField = (name: string, fileName: string, type: string) => field(`${name}"; filename="${fileName}`, `Content-Type: ${type}`);
  const end = '--B--\r\n';

  it.each([
    [{ a: 'text', n: 5, b: false }, part(field('a'), 'text') + part(field('n'), '5') + part(field('b'), 'false')],
    [{ o: { a: [1] } }, part(field('o', 'Content-Type: application/json'), '{"a":[1]}')],
    [{ l: list }, list.map((item) => part(field('l'), item)).join('')],
    [{ l: [{ a: 1 }, { a: 2 }] }, [1, 2].map((a) => part(field('l', 'Content-Type: application/json'), `{"a":${a}}`)).join('')],
    [{ 'a"b\r\n': 'x' }, part(field('a%22b%0D%0A'), 'x')],
    [{ gone: null }, ''],
  ])('has a part for each property of %j', async (value, demanded) => {
    expect(await sent(multipart({}), value)).toBe(demanded + end);
  });

  it('sends files as bytes, as text, and from the workspace', async () => {
    const body = {
      bytes: { contentBase64: png.toString('base64'), name: 'a "b".png', mimeType: 'image/png' },
      text: { content: 'hällo' },
      stored: { fileId: 'file_1' },
    };
    const readFile = async (id: string) => ({ bytes: Buffer.from(`bytes of ${id}`), name: 'report.pdf', mimeType: 'application/pdf' });
    expect(await sent(multipart({ bytes: file, text: file, stored: file }), body, readFile)).toBe(
      part(fileField('bytes', 'a %22b%22.png', 'image/png'), png.toString('latin1')) +
        part(fileField('text', 'text', 'application/octet-stream'), Buffer.from('hällo').toString('latin1')) +
        part(fileField('stored', 'report.pdf', 'application/pdf'), 'bytes of file_1') +
        end,
    );
  });

  it('sends each of several files', async () => {
    const value = ['a', 'b'].map((name) => ({ content: name, name }));
    expect(await sent(multipart({ files: { type: 'array', items: file } }), { files: value })).toBe(
      ['a', 'b'].map((name) => part(fileField('files', name, 'application/octet-stream'), name)).join('') + end,
    );
  });

  it.each([
    ['a reference', { $ref: '#/components/schemas/File' }],
    ['a choice with null', { anyOf: [file, { type: 'null' }] }],
    ['a choice with a text', { oneOf: [file, { type: 'string' }] }],
    ['a media type of 3.1', { type: 'string', contentMediaType: 'image/png' }],
    ['no type, with a media type', { contentMediaType: 'application/octet-stream' }],
    ['null among its types', { type: ['string', 'null'], format: 'binary' }],
  ])('recognizes a file that is described by %s', async (_what, schema) => {
    const document = { ...multipart({ v: schema }), components: { schemas: { File: file } } };
    expect(await sent(document, { v: { content: 'x', name: 'n', mimeType: 'a/b' } })).toBe(part(fileField('v', 'n', 'a/b'), 'x') + end);
  });

  it('accepts text for a file if the document allows it', async () => {
    expect(await sent(multipart({ v: { oneOf: [file, { type: 'string' }] } }), { v: 'https://x.test/a.png' })).toBe(
      part(field('v'), 'https://x.test/a.png') + end,
    );
  });

  it.each([
    [{ contentType: 'image/png, image/jpeg' }, { content: 'x' }, part(fileField('v', 'v', 'image/png'), 'x')],
    [{ contentType: 'image/*' }, { content: 'x', mimeType: 'image/gif' }, part(fileField('v', 'v', 'image/gif'), 'x')],
  ])('gives a file without a type the type of the encoding %j', async (encoding, value, demanded) => {
    expect(await sent(multipart({ v: file }, { v: encoding }), { v: value })).toBe(demanded + end);
    // A text whose part is a picture is a file, too.
    expect(await sent(multipart({ v: { type: 'string' } }, { v: encoding }), { v: value })).toBe(demanded + end);
  });

  it.each([
    [{ contentType: 'application/json' }, 'text', part(field('v', 'Content-Type: application/json'), '"text"')],
    [{ contentType: 'text/plain; charset=utf-8' }, 'text', part(field('v', 'Content-Type: text/plain; charset=utf-8'), 'text')],
    [{ contentType: 'application/xml' }, '<a/>', part(field('v', 'Content-Type: application/xml'), '<a/>')],
    [{ style: 'form', explode: false }, list, part(field('v'), 'red,green,blue')],
    [{ style: 'deepObject', explode: true }, { a: { b: 'c d' } }, part(field('v[a][b]'), 'c d')],
  ])('follows the encoding %j of %j', async (encoding, value, demanded) => {
    expect(await sent(multipart({}, { v: encoding }), { v: value })).toBe(demanded + end);
  });

  it.each([{ style: 'form' }, { style: 'form', explode: true }, { style: 'deepObject' }, { allowReserved: true }])(
    'sends a file as one even if its encoding has a style, as in documents from ASP.NET: %j',
    async (encoding) => {
      const document = multipart({ v: file, all: { type: 'array', items: file } }, { v: encoding, all: encoding, note: encoding });
      const value = { v: { content: 'x', name: 'n' }, all: [{ content: 'y', name: 'm' }], note: 'z' };
      expect(await sent(document, value)).toBe(
        part(fileField('v', 'n', 'application/octet-stream'), 'x') +
          part(fileField('all', 'm', 'application/octet-stream'), 'y') +
          part(field('note'), 'z') +
          end,
      );
    },
  );

  it.each([undefined, ['multipart/form-data'], ['multipart/form-data', 'application/x-www-form-urlencoded']])(
    'sends a list of files of Swagger 2.0, as AutoRest describes it, that consumes %j',
    async (consumes) => {
      const parameters = [{ name: 'fileContent', in: 'formData', type: 'array', items: { type: 'file' }, required: true }];
      const document = { swagger: '2.0', paths: { '/formdata/stream/uploadfiles': { post: { consumes, parameters } } } };
      const files = ['a', 'b'].map((name) => ({ content: name, name }));
      expect(await sent(document, { fileContent: files })).toBe(
        files.map(({ name }) => part(fileField('fileContent', name, 'application/octet-stream'), name)).join('') + end,
      );
    },
  );

  it('has no names in a multipart that is not a form', async () => {
    const document = multipart({ meta: {}, media: file }, {}, 'multipart/related');
    expect(await sent(document, { meta: { name: 'x' }, media: { content: 'bytes', mimeType: 'image/png' } })).toBe(
      part(['Content-Type: application/json'], '{"name":"x"}') + part(['Content-Type: image/png'], 'bytes') + end,
    );
  });

  it('is one of Swagger 2.0 as well', async () => {
    const parameters = [
      { name: 'file', in: 'formData', type: 'file', required: true },
      { name: 'note', in: 'formData', type: 'string' },
    ];
    const document = { swagger: '2.0', paths: { '/x': { post: { consumes: ['multipart/form-data'], parameters } } } };
    expect(await sent(document, { file: { content: 'x', name: 'n' }, note: 'y' })).toBe(
      part(fileField('file', 'n', 'application/octet-stream'), 'x') + part(field('note'), 'y') + end,
    );
  });

  it.each([
    [{ v: { contentBase64: 'not base64!' } }, 'must be base64'],
    [{ v: { content: 'a', contentBase64: 'YQ==' } }, 'exactly one'],
    [{ v: { content: 'a', mimeType: 'a/b\r\nX-Evil: 1' } }, 'must be a media type'],
  ])('refuses the file %j', async (body, why) => {
    await expect(sent(multipart({ v: file }), body)).rejects.toThrow(why);
  });
});

describe('a body', () => {
  const body = (content: object) => api('/x', { patch: { requestBody: { content } } });
  const object = { schema: { type: 'object' } };
  const bytes = { schema: { type: 'string', format: 'binary' } };
  const picture = { content: 'x', mimeType: 'image/jpeg' };

  it.each<[string, object, unknown, string, string]>([
    ['JSON', { 'application/json': object }, { a: 'ü' }, 'application/json', '{"a":"ü"}'],
    ['JSON with a character set', { 'application/json; charset=utf-8': object }, { a: 1 }, 'application/json; charset=utf-8', '{"a":1}'],
    ['JSON of a vendor', { 'application/vnd.acme+json': object }, { a: 1 }, 'application/vnd.acme+json', '{"a":1}'],
    ['a number as JSON', { 'application/json': {} }, 5, 'application/json', '5'],
    ['JSON where anything is taken', { '*/*': object }, { a: 1 }, 'application/json', '{"a":1}'],
    ['plain JSON before others', { 'application/hal+json': object, 'application/json': object }, {}, 'application/json', '{}'],
    ['JSON before a form', { 'application/x-www-form-urlencoded': object, 'application/json': object }, {}, 'application/json', '{}'],
    [
      'a merge patch for an object',
      { 'application/json-patch+json': {}, 'application/strategic-merge-patch+json': object, 'application/merge-patch+json': object },
      { a: null },
      'application/merge-patch+json',
      '{"a":null}',
    ],
    [
      'a patch of steps for a list',
      { 'application/json-patch+json': object, 'application/merge-patch+json': object },
      [{ op: 'remove', path: '/a' }],
      'application/json-patch+json',
      '[{"op":"remove","path":"/a"}]',
    ],
    ['a patch of steps alone', { 'application/json-patch+json': {} }, [], 'application/json-patch+json', '[]'],
    ['a sequence of JSON', { 'application/json-seq': {} }, [{ a: 1 }, 2], 'application/json-seq', '\u001e{"a":1}\n\u001e2\n'],
    ['a sequence of one entry', { 'application/geo+json-seq': object }, { a: 1 }, 'application/geo+json-seq', '\u001e{"a":1}\n'],
    ['text', { 'text/plain': { schema: { type: 'string' } } }, 'a\nb', 'text/plain', 'a\nb'],
    ['XML as text', { 'application/xml': object }, '<a/>', 'application/xml', '<a/>'],
    ['CSV as text', { 'text/csv': {} }, 'a,b', 'text/csv', 'a,b'],
    ['lines of JSON as text', { 'application/x-ndjson': object }, '{}\n{}\n', 'application/x-ndjson', '{}\n{}\n'],
    ['bytes', { 'application/octet-stream': bytes }, { contentBase64: 'AAEC' }, 'application/octet-stream', '\u0000\u0001\u0002'],
    ['bytes of the one type there is', { 'application/pdf': {} }, { content: 'x' }, 'application/pdf', 'x'],
    ['bytes of a type that is taken', { 'image/png': {}, 'image/jpeg': {} }, picture, 'image/jpeg', 'x'],
    ['bytes of a type among all', { 'image/*': bytes }, picture, 'image/jpeg', 'x'],
    ['bytes where anything is taken', { '*/*': bytes }, picture, 'image/jpeg', 'x'],
    ['bytes of no type', { '*/*': bytes }, { content: 'x' }, 'application/octet-stream', 'x'],
  ])('is %s', async (_what, content, value, contentType, demanded) => {
    const recorded = await service.call(body(content), { body: value });
    expect([recorded.headers['content-type'], recorded.body.toString()]).toEqual([contentType, demanded]);
  });

  it('has the schema of the document if that is a text, otherwise that of any text of the type', () => {
    const described = (type: string, schema: object) => {
      const [tool] = readOperations(readDocument(JSON.stringify(body({ [type]: { schema } }))));
      return tool && 'inputSchema' in tool ? Object(tool.inputSchema.properties).body : tool;
    };
    expect(described('text/csv', { type: 'string', maxLength: 5 })).toEqual({ type: 'string', maxLength: 5 });
    expect(described('text/csv', { type: ['string', 'null'] })).toEqual({ type: ['string', 'null'] });
    for (const schema of [{ type: 'object' }, {}, { type: 'string', format: 'binary' }])
      expect(described('application/xml', schema)).toEqual({
        type: 'string',
        description: 'Body as text of type application/xml.',
      });
  });

  it('is a multipart if it has files, otherwise JSON', async () => {
    const multipart = { schema: { type: 'object', properties: { image: { type: 'string', format: 'binary' } } } };
    const both = body({ 'application/json': object, 'multipart/form-data': multipart });
    expect((await service.call(both, { body: { image: picture } })).headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect((await service.call(both, { body: { url: 'x' } })).headers['content-type']).toBe('application/json');
  });

  it.each(['query', 'path', 'header', 'cookie'])('can have the same name as a parameter in the %s', async (place) => {
    const requestBody = { content: { 'application/json': object } };
    const parameters = [{ name: 'body', in: place, required: true, schema: { type: 'string' } }];
    const document = api(place === 'path' ? '/x/{body}' : '/x', { post: { parameters, requestBody } });
    const { target, headers, body: sent } = await service.call(document, { [`${place}_body`]: 'of the parameter', body: { a: 1 } });
    expect(sent.toString()).toBe('{"a":1}');
    expect([decodeURIComponent(target), headers.body, decodeURIComponent(headers.cookie ?? '')].join(' ')).toContain('of the parameter');
  });

  it('is absent if none is given', async () => {
    const { headers, body: sent } = await service.call(body({ 'application/json': object }), {});
    expect([headers['content-type'], sent.length]).toEqual([undefined, 0]);
  });
});
