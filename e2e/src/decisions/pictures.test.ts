import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entranceKinds } from '../entrances/index.ts';
import { type Loose, openWorld, type World } from '../kit/world.ts';
import { postModern } from '../mcp/raw.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const types: [name: string, mimeType: string, bytes: Buffer][] = [
  ['a.png', 'image/png', png],
  ['a.jpg', 'image/jpeg', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1')],
  ['a.gif', 'image/gif', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1')],
  ['a.webp', 'image/webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
];
const most = 3.5 * 1024 * 1024;

let world: World;
let key: string;
beforeAll(async () => {
  world = await openWorld();
  ({ key } = await world.createKey(world.owner, 'write'));
});
afterAll(() => world[Symbol.asyncDispose]());

async function write(name: string, bytes: Buffer): Promise<string> {
  return (await world.as(world.owner, 'write_file', { name, contentBase64: bytes.toString('base64') })).id;
}

describe.each(entranceKinds)('a picture through $name (D24.5)', (kind) => {
  const isMcp = kind !== entranceKinds[0];

  async function read(input: object): Promise<Loose> {
    await using entrance = kind.open(world);
    const { code, raw, value } = await entrance.call('read_file', input, { key });
    expect(code).toBe('ok');
    return { value, result: JSON.parse(raw).result };
  }

  it('is shown next to its fields, only over MCP', async () => {
    for (const [name, mimeType, bytes] of types) {
      const fileId = await write(`${kind.name} ${name}`, bytes);
      const { value, result } = await read({ fileId });
      expect(value).toMatchObject({ id: fileId, kind: 'image', content: null });
      expect(value).not.toHaveProperty('picture');
      if (!isMcp) continue;
      expect(result).not.toHaveProperty('structuredContent');
      expect(result.content).toEqual([
        { type: 'text', text: JSON.stringify(value) },
        { type: 'image', mimeType, data: bytes.toString('base64') },
      ]);
    }
  });

  it.runIf(isMcp)('of a skill is shown too', async () => {
    const files = [{ path: 'assets/logo.png', contentBase64: png.toString('base64') }];
    const skill = { name: `logo-${crypto.randomUUID().slice(0, 8)}`, description: 'd', content: '# Steps', files };
    const { id: fileId } = await world.as(world.owner, 'write_skill', skill);
    const { value, result } = await read({ fileId, path: 'assets/logo.png' });
    expect(value).toMatchObject({ path: 'assets/logo.png', mimeType: 'image/png', content: null });
    expect(result.content.at(-1)).toEqual({ type: 'image', mimeType: 'image/png', data: png.toString('base64') });
    const without = await read({ fileId, path: 'assets/logo.png', includeImage: false });
    expect(without.result.content.map(({ type }: Loose) => type)).toEqual(['text']);
  });

  it.runIf(isMcp)('is shown in its newest version', async () => {
    const fileId = await write(`${kind.name} changed.png`, png);
    const newest = Buffer.concat([png, Buffer.from('newest')]);
    await world.as(world.owner, 'write_file', { fileId, contentBase64: newest.toString('base64') });
    expect((await read({ fileId })).result.content.at(-1).data).toBe(newest.toString('base64'));
  });

  it.runIf(isMcp)('is left out on request, above 3.5 MiB, and for other types', async () => {
    const [small, large, other] = [
      await write(`${kind.name} small.png`, png),
      await write(`${kind.name} large.png`, Buffer.concat([png, Buffer.alloc(most - png.length + 1)])),
      await write(`${kind.name} other.bmp`, Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1')),
    ];
    for (const input of [{ fileId: small, includeImage: false }, { fileId: large }, { fileId: other }]) {
      const { value, result } = await read(input);
      expect(result.structuredContent).toEqual(value);
      expect(result.content.map(({ type }: Loose) => type)).toEqual(['text']);
    }
    const largest = await write(`${kind.name} largest.png`, Buffer.concat([png, Buffer.alloc(most - png.length)]));
    expect((await read({ fileId: largest })).result.content.at(-1).type).toBe('image');
  });
});

it('read_file is listed over MCP without an output schema, and states the cost of a picture (D24.5)', async () => {
  const listed: Loose = await (await postModern(`${world.url}/mcp`, key, 'tools/list')).json();
  const tool = listed.result.tools.find(({ name }: Loose) => name === 'read_file');
  expect(tool).not.toHaveProperty('outputSchema');
  expect(tool.description).toContain('about 1,600 tokens');
});
