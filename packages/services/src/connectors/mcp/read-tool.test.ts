import { expect, it } from 'vitest';
import { nameAtService, readTool } from './read-tool.ts';

const inputSchema = { type: 'object' };

it('reads a tool as the server describes it, with its title from either place', () => {
  expect(readTool({ name: 'echo', description: 'Echoes.', inputSchema, annotations: { title: 'Echo', readOnlyHint: true } })).toEqual({
    name: 'echo',
    title: 'Echo',
    description: 'Echoes.',
    inputSchema,
    outputSchema: null,
    annotations: { title: 'Echo', readOnlyHint: true },
    binding: null,
  });
});

it.each([
  ['no schema', undefined, { type: 'object' }],
  ['a schema without a type', { properties: { a: { type: 'string' } } }, { type: 'object', properties: { a: { type: 'string' } } }],
  ['a schema that is none', 'anything', { type: 'object' }],
  ['a schema of something else', { type: 'any' }, { type: 'object' }],
])('treats a tool with %s as one whose arguments are an object', (_what, given, kept) => {
  expect(readTool({ name: 'a', inputSchema: given })?.inputSchema).toEqual(kept);
});

it('keeps 20,000 characters of a description', () => {
  expect(readTool({ name: 'a', description: 'x'.repeat(20_001) })?.description).toBe('x'.repeat(20_000));
});

it("replaces invalid characters of a name by _, and remembers the service's own name", () => {
  const tool = readTool({ name: ' Get\tthe  weather\u200b', inputSchema });
  expect([tool?.name, tool && nameAtService(tool)]).toEqual(['Get_the_weather', ' Get\tthe  weather\u200b']);
  const plain = readTool({ name: 'files/read', inputSchema });
  expect([plain?.name, plain && nameAtService(plain)]).toEqual(['files/read', 'files/read']);
});

it('ignores a title, description and annotations of the wrong type', () => {
  expect(readTool({ name: 'a', title: 5, description: null, annotations: [] })).toMatchObject({
    title: null,
    description: '',
    annotations: null,
  });
});

it.each([
  ['no name at all', {}],
  ['a name that is no text', { name: 5, inputSchema }],
  ['no name', { name: '', inputSchema }],
  ['only white space in its name', { name: ' \u0007', inputSchema }],
  ['U+0000 in its name', { name: 'a\0', inputSchema }],
  ['a very long name', { name: 'x'.repeat(201), inputSchema }],
  ['half a surrogate pair in its schema', { name: 'a', inputSchema: { type: 'object', description: '\ud800' } }],
  ['U+0000 in its schema', { name: 'a', inputSchema: { type: 'object', properties: { 'a\0': {} } } }],
  ['a schema of 300 KB', { name: 'a', inputSchema: { type: 'object', description: 'x'.repeat(300_000) } }],
])('leaves out a tool with %s', (_what, tool) => {
  expect(readTool(tool)).toBeUndefined();
});
