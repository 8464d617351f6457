import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldWords } from '../../kernel/schema/field-words.ts';
import { named } from '../../kernel/schema/named.ts';
import { agentTools } from '../tools/all-tools.ts';
import { componentSchemas } from './component-schemas.ts';
import { createRegistry } from './registry.ts';

const { schemas, tools } = componentSchemas(agentTools);

it('names the arguments and results of every tool, and the resources', () => {
  expect(Object.keys(tools)).toEqual(agentTools.map(({ name }) => name));
  expect(tools.list_tasks).toEqual({
    input: { $ref: '#/components/schemas/ListTasksInput' },
    output: { type: 'array', items: { $ref: '#/components/schemas/ListedTask' } },
  });
  expect(tools.whoami?.output).toEqual({ $ref: '#/components/schemas/Identity' });
  expect(schemas.ListDocsOutput).toMatchObject({ properties: { docs: { items: { $ref: '#/components/schemas/ListedDocument' } } } });
});

it('keeps schemas for models inline and without names', () => {
  const listed = JSON.stringify(createRegistry(agentTools).agentTools.map(({ description }) => description));
  expect(listed).not.toMatch(/"\$ref"|"\$defs"|"id":"[A-Z]/);
  expect(listed).not.toContain(fieldWords.versionCount);
});

it('describes only existing fields', () => {
  const json = JSON.stringify(schemas);
  const unused = Object.entries(fieldWords).filter(([, words]) => !json.includes(JSON.stringify(words)));
  expect(unused.map(([field]) => field)).toEqual([]);
});

it('refuses two schemas with one name', () => {
  const tool = agentTools.find(({ name }) => name === 'read_doc');
  if (!tool) throw new Error('read_doc is gone');
  const other = { ...tool, name: 'read_other', output: named('Document', 'Another one.', z.object({ other: z.string() })) };
  expect(() => componentSchemas([tool, other])).toThrow('two schemas are called Document');
});
