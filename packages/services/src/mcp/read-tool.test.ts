import { expect, it } from 'vitest';
import { readTool } from './read-tool.ts';

const inputSchema = { type: 'object' };

it('takes what a server says of a tool, its title from wherever it stands', () => {
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
  ['no name', { name: '', inputSchema }],
  ['white space in its name', { name: 'a b', inputSchema }],
  ['a control character in its name', { name: 'a\u0007', inputSchema }],
  ['a very long name', { name: 'x'.repeat(201), inputSchema }],
  ['half a surrogate pair in its schema', { name: 'a', inputSchema: { type: 'object', description: '\ud800' } }],
  ['U+0000 in its schema', { name: 'a', inputSchema: { type: 'object', properties: { 'a\0': {} } } }],
  ['a schema of 300 KB', { name: 'a', inputSchema: { type: 'object', description: 'x'.repeat(300_000) } }],
])('leaves out a tool with %s', (_what, tool) => {
  expect(readTool(tool)).toBeUndefined();
});
