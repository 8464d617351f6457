import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectFiles, maxFileBytes, maxFiles, referredFiles } from './document-files.ts';
import { readOperations } from './operations.ts';
import { readDocument } from './read-document.ts';
import { readDescription } from './read-folder.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const root = 'https://api.test/v1/openapi.yaml';

describe('files that a text refers to', () => {
  it.each([
    ['{"$ref":"a.json#/A"}', ['https://api.test/v1/a.json']],
    ['{"$ref" : "..\\/b.json"}', ['https://api.test/b.json']],
    ["$ref: 'my file.yaml'", ['https://api.test/v1/my%20file.yaml']],
    ['{ $ref: c.yaml#/C, x: 1 }\n$ref: /d.yaml', ['https://api.test/v1/c.yaml', 'https://api.test/d.yaml']],
    ['$ref: https://other.test/e.yaml', ['https://other.test/e.yaml']],
    ['$ref: "#/components/schemas/A"\n$ref: openapi.yaml#/components', []],
    ['$ref:', []],
    ['$ref', []],
  ])('are those in %j', (text, expected) => {
    expect(referredFiles({ address: root, bytes: bytesOf(text) })).toEqual(expected);
  });

  it('are collected once each, in a bounded number, and with a bounded size', async () => {
    const asked: string[] = [];
    const chain = async (address: string) => {
      asked.push(address);
      return bytesOf(`$ref: ${asked.length}.yaml\n$ref: openapi.yaml\n$ref: 0.yaml`);
    };
    expect(await collectFiles({ address: root, bytes: bytesOf('$ref: 0.yaml') }, chain)).toHaveLength(maxFiles - 1);
    expect(new Set(asked).size).toBe(asked.length);
    const large = async () => new Uint8Array(maxFileBytes / 2);
    const refs = bytesOf('$ref: a.yaml\n$ref: b.yaml\n$ref: c.yaml\n');
    expect(await collectFiles({ address: root, bytes: refs }, large)).toHaveLength(1);
  });
});

describe('a folder of documents', () => {
  let folder: string;
  let outside: string;
  beforeEach(() => {
    const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-folder-')));
    [folder, outside] = [path.join(place, 'api'), path.join(place, 'outside.yaml')];
    mkdirSync(path.join(folder, 'schemas'), { recursive: true });
    writeFileSync(outside, 'get: { operationId: secret }');
    write('openapi.yaml', {
      openapi: '3.1.0',
      paths: { '/pets': { $ref: 'pets.yaml' }, '/local': { get: { operationId: 'local' } } },
      components: { schemas: { Name: { type: 'string', maxLength: 7 } } },
    });
    write('pets.yaml', {
      post: { operationId: 'createPet', requestBody: { content: { 'application/json': { schema: { $ref: 'schemas/pet.json#/Pet' } } } } },
    });
    write('schemas/pet.json', {
      Pet: { type: 'object', properties: { name: { $ref: '../openapi.yaml#/components/schemas/Name' }, tag: { $ref: '#/Tag' } } },
      Tag: { enum: ['a', 'b'] },
    });
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

  const write = (name: string, value: object) => writeFileSync(path.join(folder, name), JSON.stringify(value));
  const readAll = async (given = folder) => {
    const found = [...readOperations(readDocument(await readDescription(given)))];
    return {
      tools: found.flatMap((one) => ('name' in one ? [one] : [])),
      leftOut: found.flatMap((one) => ('reason' in one ? [`${one.operation}: ${one.reason}`] : [])),
    };
  };

  it.each(['', 'openapi.yaml'])('is read with the files that refer to one another, by "%s"', async (name) => {
    const { tools, leftOut } = await readAll(path.join(folder, name));
    expect([tools.map((tool) => tool.name).sort(), leftOut]).toEqual([['createPet', 'local'], []]);
    const schema = JSON.stringify(tools.find((tool) => tool.name === 'createPet')?.inputSchema);
    expect(schema).toContain('"maxLength":7');
    expect(schema).toContain('["a","b"]');
  });

  it('can be one document and one file that it refers to, and a document without references stays as written', async () => {
    write('openapi.yaml', { openapi: '3.1.0', paths: { '/pets': { $ref: 'pets.yaml' } } });
    write('pets.yaml', { get: { operationId: 'listPets' } });
    expect((await readAll()).tools.map((tool) => tool.name)).toEqual(['listPets']);
    const alone = 'openapi: 3.1.0\npaths:\n  /x: { get: { operationId: x } }\n';
    writeFileSync(path.join(folder, 'openapi.yaml'), alone);
    expect(await readDescription(folder)).toBe(alone);
  });

  it.each(['{ not JSON', 'a text', '7', '<html></html>'])('leaves out only references to a file with %j in it', async (text) => {
    writeFileSync(path.join(folder, 'broken.yaml'), text);
    write('openapi.yaml', { openapi: '3.1.0', paths: { '/a': { $ref: 'pets.yaml' }, '/b': { $ref: 'broken.yaml' } } });
    const { tools, leftOut } = await readAll();
    expect([tools.map((tool) => tool.name), leftOut]).toEqual([['createPet'], [expect.stringMatching(/^\/b: it refers to/)]]);
  });

  it('can have a root that consists of files', async () => {
    write('openapi.yaml', { openapi: '3.0.3', paths: { $ref: 'paths.json' }, components: { schemas: { $ref: 'schemas/pet.json' } } });
    const schema = { $ref: 'openapi.yaml#/components/schemas/Tag' };
    write('paths.json', { '/x': { get: { operationId: 'x', parameters: [{ name: 'tag', in: 'query', schema }] } } });
    const { tools } = await readAll();
    expect(tools.map((tool) => tool.name)).toEqual(['x']);
    expect(JSON.stringify(tools[0]?.inputSchema)).toContain('["a","b"]');
  });

  it.each([
    ['a file outside of it', '../outside.yaml', () => {}],
    ['a file outside of it, by its whole address', 'OUTSIDE', () => {}],
    ['a symbolic link', 'link.yaml', () => symlinkSync(outside, path.join(folder, 'link.yaml'))],
    ['a folder that is a symbolic link', 'linked/outside.yaml', () => symlinkSync(path.dirname(outside), path.join(folder, 'linked'))],
    ['a file that does not exist', 'absent.yaml', () => {}],
    ['a folder', 'schemas', () => {}],
    ['an address', 'https://api.test/pets.yaml', () => {}],
  ])('leaves out references to %s, and reads nothing there', async (_what, reference, prepare) => {
    prepare();
    const $ref = reference === 'OUTSIDE' ? `file://${outside}` : reference;
    write('openapi.yaml', { openapi: '3.1.0', paths: { '/a': { $ref: 'pets.yaml' }, '/b': { $ref } } });
    const { tools, leftOut } = await readAll();
    expect(tools.map((tool) => tool.name)).toEqual(['createPet']);
    expect(leftOut).toEqual([expect.stringMatching(/^\/b: it refers to .* outside the document/)]);
    expect(await readDescription(folder)).not.toContain('secret');
  });

  it('does not start with a symbolic link', async () => {
    rmSync(path.join(folder, 'openapi.yaml'));
    symlinkSync(outside, path.join(folder, 'openapi.yaml'));
    await expect(readDescription(folder)).rejects.toThrow('is a symbolic link, which is not followed');
  });

  it('names the file that it starts with if that is not clear', async () => {
    rmSync(path.join(folder, 'openapi.yaml'));
    await expect(readDescription(folder)).rejects.toThrow('has no document with "openapi" or "swagger" in it');
    write('one.json', { openapi: '3.1.0', paths: { '/x': { get: {} } } });
    expect((await readAll()).tools).toHaveLength(1);
    write('two.json', { swagger: '2.0', paths: { '/x': { get: {} } } });
    await expect(readDescription(folder)).rejects.toThrow('has several: one.json, two.json; name the main file');
  });
});
