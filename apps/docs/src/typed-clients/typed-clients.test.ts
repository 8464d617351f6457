import { readFileSync } from 'node:fs';
import path from 'node:path';
import { agentTools, componentSchemas } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { root } from '../reference/source/syntax.ts';
import type { SchemaParts } from './tool-facts.ts';
import { makeTypedClients } from './typed-clients.ts';

it('the committed clients match the current tools', () => {
  const stale = [...makeTypedClients()].filter(([file, text]) => readFileSync(path.join(root, file), 'utf8') !== text);
  expect(
    stale.map(([file]) => file),
    'Run "npx -y pnpm@12 docs:reference" and commit what it writes.',
  ).toEqual([]);
});

/** Python keywords that a schema could use as a field name. */
const pythonKeywords = [
  'and',
  'as',
  'class',
  'def',
  'del',
  'except',
  'from',
  'global',
  'import',
  'in',
  'is',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'with',
];

it('names no field with a Python keyword, which a class could not have', () => {
  const { schemas } = componentSchemas(agentTools);
  const fields = Object.values(schemas).flatMap((schema) => Object.keys((schema as SchemaParts).properties ?? {}));
  expect(fields).toContain('sharedWith');
  expect(fields.filter((field) => pythonKeywords.includes(field))).toEqual([]);
});
