import { expect, it } from 'vitest';
import { canBeTakenBack, rangeOf } from './take-back-rows.ts';

it.each([
  [{ tool: 'edit_doc', itemType: 'doc', outcome: 'ok' }, true],
  // A call that changed several documents names none.
  [{ tool: 'apply_edits', itemType: null, outcome: 'ok' }, true],
  [{ tool: 'rename_folder', itemType: 'folder', outcome: 'ok' }, true],
  [{ tool: 'read_doc', itemType: 'doc', outcome: 'ok' }, false],
  [{ tool: 'edit_doc', itemType: 'doc', outcome: 'forbidden' }, false],
  [{ tool: 'create_key', itemType: 'key', outcome: 'ok' }, false],
] as const)('offers to take a call back if it changed something with a history: %o', (row, offered) => {
  expect(canBeTakenBack(row)).toBe(offered);
});

const ada = { keyId: 'key_1', agentId: 'agent_1', personId: 'person_1', at: 3, durationMicros: 2500 };

it('names the narrowest common caller of several calls, and their time up to the end of the last one', () => {
  expect(rangeOf([ada, { ...ada, at: 9 }])).toEqual({ keyId: 'key_1', since: 3, until: 1012 });
  expect(rangeOf([ada, { ...ada, keyId: 'key_2', at: 1 }])).toEqual({ agentId: 'agent_1', since: 1, until: 1006 });
  expect(rangeOf([ada, { ...ada, keyId: null, agentId: null }])).toEqual({ personId: 'person_1', since: 3, until: 1006 });
  expect(rangeOf([ada, { ...ada, keyId: null, agentId: null, personId: null, at: 4 }])).toEqual({ since: 3, until: 1007 });
});
