import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { agentToolNames, changesOrganization, onlyReads, takesSeveral } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyDefinition } from '../../kernel/context/tool.ts';
import { isIdentifier, unwrap } from '../../kernel/schema/schema.ts';
import { createRegistry } from '../registry/registry.ts';
import { agentTools, allTools, operatorTools, peopleTools } from './all-tools.ts';

/** Rules that every tool keeps; a new one is held to them without a new test. */
const registry = createRegistry(allTools);
const all = allTools.map((definition) => ({ name: definition.name, definition }));

describe('the catalogue', () => {
  it('orders each agent tool, and nothing else', () => {
    expect(agentTools.map(({ name }) => name)).toEqual(agentToolNames);
  });

  it('requires write access for tools that change the workspace, and for no others', () => {
    expect(agentTools.filter(({ access }) => access === 'write').map(({ name }) => name)).toEqual(
      agentToolNames.filter(changesOrganization),
    );
  });

  it('lists the tools that take several items in one call, because their log rows name none (D20.4)', () => {
    const withSeveral = agentTools.filter(({ input }) => Object.hasOwn(input.shape, 'itemIds'));
    expect(withSeveral.map(({ name }) => name)).toEqual(agentToolNames.filter(takesSeveral));
  });

  it('shows the same tools in the same order, every time (D9)', () => {
    expect(registry.describe({ access: 'write', key: null }).map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "whoami",
        "search",
        "list_docs",
        "read_doc",
        "create_doc",
        "update_doc",
        "edit_doc",
        "append_doc",
        "apply_edits",
        "delete_doc",
        "find_text",
        "grep",
        "fetch",
        "read_lines",
        "list_files",
        "read_file",
        "write_file",
        "edit_file",
        "delete_file",
        "list_skills",
        "write_skill",
        "edit_skill",
        "read_skill_files",
        "list_folders",
        "create_folder",
        "move_item",
        "set_tags",
        "list_versions",
        "list_changes",
        "restore_version",
        "take_back",
        "list_tasks",
        "create_task",
        "update_task",
        "list_members",
        "list_comments",
        "add_comment",
        "resolve_comment",
        "list_connected_services",
        "list_service_tools",
        "execute_service_tool",
        "execute_service_read_tool",
      ]
    `);
    expect(registry.describe({ access: 'write', key: null })).toBe(registry.describe({ access: 'write', key: null }));
  });

  it('shows a read key only the tools it can call, in the same order (D9)', () => {
    const readable = agentTools.filter(({ access }) => access === 'read').map(({ name }) => name);
    expect(registry.describe({ access: 'read', key: null }).map(({ name }) => name)).toEqual(readable);
  });

  it('contains every defined tool, each alone in a file with its name', async () => {
    const source = path.join(import.meta.dirname, '..', '..');
    const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts') && file !== 'tool.ts');
    const defining = files.filter((file) => readFileSync(path.join(source, file), 'utf8').includes('= define'));
    const named = defining.map((file) => path.basename(file, '.ts').replaceAll('-', '_'));
    expect(named.sort()).toEqual(all.map(({ name }) => name).sort());
    for (const file of defining) {
      const definitions = Object.values(await import(path.join(source, file))).filter((value) => allTools.includes(value as AnyDefinition));
      expect(definitions, file).toMatchObject([{ name: path.basename(file, '.ts').replaceAll('-', '_') }]);
    }
  });

  it('lists each tool among those of its callers', () => {
    for (const [audience, tools] of Object.entries({ agent: agentTools, person: peopleTools, operator: operatorTools })) {
      expect(tools.filter((tool) => tool.audience !== audience)).toEqual([]);
    }
  });

  it('refuses two tools with one name', () => {
    expect(() => createRegistry([...agentTools, agentTools[0]!])).toThrow('two tools are called whoami');
  });
});

describe.each(all)('$name', ({ definition }) => {
  it('has a name that every client accepts, and a description', () => {
    expect(definition.name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(definition.name.length).toBeLessThanOrEqual(64);
    expect(definition.title).toMatch(/^[A-Z]/);
    expect(definition.description).toMatch(/^[A-Z].*[.]$/);
  });

  it('has an example that fits both its schemas and hides no unknown field', () => {
    expect(definition.input.safeParse(definition.example.input).error).toBeUndefined();
    expect(strict(definition.output).safeParse(definition.example.output).error).toBeUndefined();
  });

  it('accepts a closed object (D2)', () => {
    const { inputSchema } = registry.find(definition.name)!.description;
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(inputSchema).not.toHaveProperty('$schema');
  });

  it('returns an open object, so that a later release can add fields (D9)', () => {
    expect(JSON.stringify(registry.find(definition.name)!.description.outputSchema)).not.toContain('"additionalProperties":false');
  });

  it('treats null like an absent value, for every argument at every depth (D2)', () => {
    const { arguments: reader } = registry.find(definition.name)!;
    const given = definition.example.input;
    expect(reader.read(withNulls(definition.input, given))).toEqual(reader.read(given));
    for (const name of Object.keys(definition.input.shape)) {
      const { [name]: _, ...others } = given as Record<string, unknown>;
      expect(outcomeOf(() => reader.read({ ...others, [name]: null }))).toEqual(outcomeOf(() => reader.read(others)));
    }
  });

  it('is marked read-only exactly if it neither changes nor destroys anything', () => {
    const { annotations } = registry.find(definition.name)!.description;
    expect(annotations.readOnlyHint).toBe(definition.access === 'read' && !definition.hints.destructive);
    expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
    expect(onlyReads(definition.name)).toBe(annotations.readOnlyHint);
  });

  it('declares every argument that names something as an identifier, so that "" means "not given" (D2)', () => {
    const names = Object.keys(definition.input.shape).filter((name) => name.endsWith('Id') && !['requestId', 'traceId'].includes(name));
    expect(names.filter((name) => !isIdentifier(definition.input.shape[name] as z.ZodType))).toEqual([]);
  });

  it('has the functions of its kind, and none of another kind', () => {
    const outside = ['prepare', 'runOutside'];
    // Only some tools change the result of a service: they store a large one as a file (D50).
    const service = 'conclude' in definition ? [...outside, 'conclude'] : outside;
    const steps = { workspace: ['run'], service, discovery: [...outside, 'conclude'] };
    const has = Object.keys(definition).filter((property) => ['run', 'prepare', 'runOutside', 'conclude'].includes(property));
    expect(has).toEqual(steps[definition.kind]);
  });
});

/** Copies a schema so that it refuses unknown fields at every depth. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall && !(schema.def.catchall instanceof z.ZodNever)) return schema;
    return z.strictObject(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, strict(field as z.ZodType)])));
  }
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap() as z.ZodType).optional();
  return schema;
}

/** Everything that the schema names and the value does not, as null. */
function withNulls(schema: z.ZodType, value: unknown): unknown {
  const plain = unwrap(schema);
  if (!(plain instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(plain.shape).map(([name, field]) => [
    name,
    name in value ? withNulls(field as z.ZodType, value[name as keyof typeof value]) : null,
  ]);
  return Object.fromEntries(fields);
}

function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}
