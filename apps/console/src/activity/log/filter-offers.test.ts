import { describe, expect, it } from 'vitest';
import { filterOffers } from './filter-offers.ts';

const choices = {
  agentId: [
    ['agent_1', 'writer'],
    ['agent_2', 'release bot'],
  ],
  personId: [['person_1', 'Ada']],
} as never;
const labels = (text: string, taken = {}) => filterOffers(text, taken, choices).map(({ label }) => label);

describe('filterOffers', () => {
  it('finds known values by their words, in words', () => {
    expect(labels('invalid')[0]).toBe('Outcome: Invalid request');
    expect(labels('bot')[0]).toBe('Agent: release bot');
    expect(labels('agent: writer')[0]).toBe('Agent: writer');
    expect(labels('failed')[0]).toBe('Result: Failed');
    expect(filterOffers('mcp', {}, choices)[0]).toEqual({ field: 'entrance', value: 'mcp', label: 'Entrance: MCP' });
  });

  it('takes the words as a value, of the field that they begin with or of each that can have any', () => {
    expect(labels('trace 4bf9')).toEqual(['Trace: 4bf9']);
    expect(labels('Service tool: create issue')).toEqual(['Service tool: create issue']);
    expect(labels('gh/2')).toContain('Client: gh/2');
    expect(labels('edit_doc').filter((label) => label === 'Tool: edit_doc')).toHaveLength(1);
  });

  it('leaves out fields that are filtered already', () => {
    expect(labels('writer', { agentId: 'agent_2' })).not.toContain('Agent: writer');
    expect(labels('')[0]).toBe('Result: OK');
  });
});
