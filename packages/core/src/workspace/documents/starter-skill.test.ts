import { readSkill, warnOfSkill } from '@gatehouse/domain/skills';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentTools } from '../../gateway/tools/all-tools.ts';
import { createWorld } from '../../testing/test-world.ts';
import { starterSkill } from './starter-skill.ts';

const { content } = starterSkill;

/** Code spans of the skill: a tool with or without arguments, or a term of a tool. */
const spans = [...content.matchAll(/`([^`]+)`/g)].map(([, span]) => span ?? '');

const argumentsOf = new Map(
  agentTools.map(({ name, input }) => [name, Object.keys(z.toJSONSchema(input, { io: 'input' }).properties ?? {})]),
);
const allArguments = new Set([...argumentsOf.values()].flat());
/** Fields of results, and reasons. */
const others = new Set(['versionCount', 'reviewed', 'stale_version']);

// D28, D72.16
describe('the skill in every new organization', () => {
  it('is a skill without warnings', () => {
    expect(readSkill({ content })).toMatchObject({ ok: true, name: 'gatehouse', description: starterSkill.description });
    expect(warnOfSkill({ name: 'gatehouse', content, paths: ['SKILL.md'] })).toEqual([]);
  });

  it('names existing tools, with arguments that they accept', () => {
    const wrong: string[] = [];
    for (const span of spans) {
      const [, tool = '', given] = /^(\w+)(?:: \w+| \{(.*)\})?$/.exec(span) ?? [];
      const known = argumentsOf.get(tool);
      if (!known && (given !== undefined || !(allArguments.has(tool) || others.has(tool)))) wrong.push(span);
      for (const argument of given?.split(', ').filter(Boolean) ?? [])
        if (!known?.includes(argument.split(':')[0] ?? '')) wrong.push(`${span}: ${argument}`);
    }
    expect(wrong).toEqual([]);
    expect(spans.length).toBeGreaterThan(20);
  });

  it('is in every new organization, reviewed, and can be deleted', async () => {
    await using world = await createWorld();
    const { skills } = await world.ok(world.owner, 'list_skills');
    expect(skills).toMatchObject([{ name: 'gatehouse', reviewed: true }]);
    await world.ok(world.owner, 'delete_file', { fileId: skills[0]?.id });
    expect((await world.ok(world.owner, 'list_skills')).skills).toEqual([]);
  });
});
