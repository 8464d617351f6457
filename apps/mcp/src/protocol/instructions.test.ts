import { agentTools, createRegistry } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { cutLength, instructions, instructionsWith } from './instructions.ts';

const first = instructions.slice(0, cutLength);

describe('the instructions (D80)', () => {
  it('make sense if a client cuts them, because the first paragraph fits', () => {
    const paragraph = instructions.slice(0, instructions.indexOf('\n\n'));
    expect(paragraph.length).toBeLessThanOrEqual(cutLength);
    expect(first.startsWith(paragraph)).toBe(true);
    // Each step of the work: find, read, change, undo, use a service, and what to do after an error.
    for (const word of ['search', 'read_lines', 'edit_doc', 'oldText', 'take_back', 'list_service_tools', 'execute_service_tool', 'error'])
      expect(paragraph).toContain(word);
  });

  it('name only existing tools', () => {
    const names = new Set(createRegistry(agentTools).agentTools.map(({ definition }) => definition.name));
    const named = (instructions.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).filter((name) => name !== 'rate_limited');
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  it('end with the house rules of the organization, under a heading', () => {
    expect(instructionsWith(null)).toBe(instructions);
    expect(instructionsWith('Write in English.')).toBe(`${instructions}\n\nHouse rules of this organization:\nWrite in English.`);
  });
});
