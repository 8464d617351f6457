import { describe, expect, it } from 'vitest';
import {
  type ActivityRow,
  isShown,
  isSought,
  leaveOut,
  outcomes,
  readActivity,
  readCall,
  readFilters,
  resultOf,
  toInput,
  withoutLeftOut,
  writeCall,
} from './filters.ts';

const row = { at: 1000, entrance: 'mcp', tool: 'read_doc', outcome: 'ok', sdk: 'codex/1', agentId: 'agent_1', reason: null } as ActivityRow;

describe('the filters of the log', () => {
  it('ignore invalid values in an address', () => {
    const search = {
      tool: 'read_doc',
      since: 5,
      until: 'x',
      outcome: '',
      not: ['tool:whoami', 'nothing', 'tool:', 7, 'colour:red'],
      other: 1,
    };
    expect(readFilters(search)).toEqual({ tool: 'read_doc', since: 5, not: ['tool:whoami'] });
    expect(readFilters({ not: 'tool:whoami' })).toEqual({});
  });

  it('keep rows that match every value, and none that is excluded', () => {
    expect(isShown(row, { tool: 'read_doc', sdk: 'codex/1', since: 1000, until: 1001 })).toBe(true);
    expect(isShown(row, { tool: 'edit_doc' })).toBe(false);
    expect(isShown(row, { sdk: 'other' })).toBe(false);
    expect(isShown(row, { since: 1001 })).toBe(false);
    expect(isShown(row, { until: 1000 })).toBe(false);
    expect(isShown(row, { not: ['tool:whoami', 'entrance:http'] })).toBe(true);
    expect(isShown(row, { not: ['tool:whoami', 'entrance:mcp'] })).toBe(false);
  });

  it('are split into those that the gateway applies and those that the page applies', () => {
    const filters = { tool: 'read_doc', since: 5, sdk: 'codex/1', not: ['outcome:ok'] };
    expect(toInput(filters)).toEqual({ tool: 'read_doc', since: 5 });
    expect([isSought(filters), isSought({ tool: 'read_doc' })]).toEqual([true, false]);
  });

  it('exclude a value once, even one with a colon, and include it again', () => {
    const once = leaveOut({ tool: 'read_doc' }, 'client', 'a:b');
    expect(leaveOut(once, 'client', 'a:b')).toEqual({ tool: 'read_doc', not: ['client:a:b'] });
    expect(isShown({ ...row, client: 'a:b' }, once)).toBe(false);
    expect(withoutLeftOut(once, 'client:a:b')).toEqual({ tool: 'read_doc' });
  });

  it('map every outcome to a result', () => {
    expect(outcomes.map((outcome) => [outcome, resultOf(outcome)])).toEqual([
      ['ok', 'ok'],
      ['invalid_request', 'refused'],
      ['unauthorized', 'refused'],
      ['forbidden', 'refused'],
      ['not_found', 'refused'],
      ['rate_limited', 'refused'],
      ['internal_error', 'failed'],
      ['service_error', 'failed'],
    ]);
    expect([isShown(row, { result: 'ok' }), isShown(row, { result: 'refused' }), isSought({ result: 'ok' })]).toEqual([true, false, true]);
  });

  it('are in the address next to the open call', () => {
    const call = writeCall({ id: 812, at: 1_763_600_000_000 });
    expect(readActivity({ tool: 'read_doc', call })).toEqual({ tool: 'read_doc', call });
    expect(readCall(call)).toEqual({ id: 812, at: 1_763_600_000_000 });
    for (const wrong of ['', '7', '7-', 'a-7', 7, '1-2-3']) expect(readActivity({ call: wrong })).toEqual({});
  });
});
