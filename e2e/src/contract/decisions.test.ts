import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyDefinition, agentTools, reasons } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const chapters = path.join(import.meta.dirname, '../../../docs/reference/rules');
const [calls, tools] = ['calls.md', 'tools.md'].map((name) => readFileSync(path.join(chapters, name), 'utf8')) as [string, string];
const definitions = new Map(agentTools.map((definition: AnyDefinition) => [definition.name, definition]));

/** Matches lines such as `read_doc [R] {docId, limit=50..200} → {id, title}`, without trailing remarks. */
const line = /^(?<name>\w+) +\[(?<access>[RW])\] (?<input>\{.*?\}) → (?<output>\S.*?)(?: +\(.*\))?$/gm;
const rows = [...tools.matchAll(line)].map(({ groups }) => groups as Record<'name' | 'access' | 'input' | 'output', string>);

describe('reasons of refusals (D4)', () => {
  it('match the list in docs/reference/rules/calls.md', () => {
    const [, list = ''] = /^### D4\.2 Reasons\n([^#]*)/m.exec(calls) ?? [];
    expect([...list.matchAll(/`(\w+)`/g)].map(([, reason]) => reason)).toEqual(reasons);
  });
});

describe('tools with a shape in docs/reference/rules/tools.md', () => {
  it('exist, once each', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.map(({ name }) => name).filter((name) => !definitions.has(name))).toEqual([]);
  });

  it.each(rows)('accept and return the documented fields: $name', ({ name, access, input, output }) => {
    const definition = definitions.get(name) as AnyDefinition;
    expect(access).toBe(definition.access === 'read' ? 'R' : 'W');
    expect(limitsIn(input)).toEqual(limitsOf(definition));
    expect(treeIn(input)).toEqual(treeOf(definition.input));
    // The contract has the fields of a task.
    if (output !== 'Task') expect(treeIn(output)).toEqual(treeOf(definition.output));
  });
});

type Tree = { [name: string]: Tree | 'value' } | [Tree];

/** Reads the names in `{docs: [{id, folderId|null, folderName?}], limit=50..200}`, with a question mark after optional ones. */
function treeIn(text: string): Tree {
  const names = text
    .replaceAll(/ \([^)]*\)/g, '')
    .replaceAll(/\|null|: ?"[^,}]*|=[^,}]*/g, (type) => (type.startsWith('=') ? '?' : ''))
    .replaceAll('|', ',');
  return JSON.parse(names.replaceAll(/(\w+\??)(: ?)?/g, (_, name, holds) => (holds ? `"${name}":` : `"${name}":"value"`)));
}

function treeOf(schema: z.ZodType): Tree {
  if (schema instanceof z.ZodArray) return [treeOf(schema.element as z.ZodType)];
  const fields = Object.entries((schema as z.ZodObject).shape as Record<string, z.ZodType>);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const isOptional = field.safeParse(undefined).success;
      return [isOptional ? `${name}?` : name, isBranch(field) ? treeOf(field) : 'value'];
    }),
  );
}

function isBranch(field: z.ZodType): boolean {
  return field instanceof z.ZodObject || (field instanceof z.ZodArray && field.element instanceof z.ZodObject);
}

/** Reads default and maximum of each argument, written as `name=default..maximum`. */
function limitsIn(text: string): object {
  const limits = text.matchAll(/(\w+)=([^,.}]+)(?:\.\.(\d+))?/g);
  return Object.fromEntries([...limits].map(([, name, standard = '', most]) => [name, [JSON.parse(standard), most && Number(most)]]));
}

function limitsOf({ input }: AnyDefinition): object {
  const properties = Object.entries(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as [
    string,
    z.core.JSONSchema.Schema,
  ][];
  return Object.fromEntries(
    properties.flatMap(([name, { default: standard, maximum }]) =>
      standard === undefined ? [] : [[name, [standard, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum]]],
    ),
  );
}
