import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaNames } from '../../kernel/schema/named.ts';
import { allTools } from './all-tools.ts';

/** Named objects of results that have no page, each with the reason. */
const withoutPage: Record<string, string> = {
  Author: 'a part of what it wrote',
  ChangedField: 'a part of its change',
  ChangedSkillFile: 'a part of its version',
  ContentItem: "a service's own answer",
  Identity: 'the caller',
  KeyLimits: 'a part of its key',
  LeftOutOperation: 'no tool was made of it',
  ListedSkillFile: 'a part of its skill',
  ReviewDecision: 'a part of its change',
  ServiceToolResult: "a service's own answer",
  SkillFile: 'a part of its skill',
  SkillWarning: 'a part of an answer',
  Audience: 'a part of an answer',
  TextMatch: 'a line of the item whose page is beside it',
};

interface JsonSchema {
  properties?: Record<string, unknown>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

function namedResults(): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const { output } of allTools.filter(({ audience }) => audience === 'agent')) {
    const { $defs = {} } = z.toJSONSchema(output, { io: 'output', metadata: schemaNames, unrepresentable: 'any' });
    for (const [name, schema] of Object.entries($defs)) found.set(name, schema as JsonSchema);
  }
  return found;
}

/** True if a result has `url`. If a result has several possible shapes, each must have it. */
function hasUrl({ properties, anyOf, oneOf }: JsonSchema): boolean {
  const shapes = anyOf ?? oneOf;
  return shapes ? shapes.every(hasUrl) : properties !== undefined && 'url' in properties;
}

it('gives people a page for each named object of a result, or a reason for none (D9.4)', () => {
  const results = namedResults();
  const [have, lack] = [[...results].filter(([, schema]) => hasUrl(schema)), [...results].filter(([, schema]) => !hasUrl(schema))];
  expect(lack.map(([name]) => name).sort()).toEqual(Object.keys(withoutPage).sort());
  expect(have.map(([name]) => name)).toEqual(
    expect.arrayContaining(['Version', 'Change', 'Member', 'ItemLine', 'TakenBack', 'ServiceTool', 'Connection', 'Task']),
  );
});
