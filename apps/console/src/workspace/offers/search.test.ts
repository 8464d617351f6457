import { expect, it } from 'vitest';
import { readChosen, readWhose } from './search.ts';

it('reads one owner of changes, and the time to the millisecond', () => {
  expect(readChosen({ agentId: 'agent_1', keyId: 'key_1', since: 5, until: 9, tool: 'edit_doc' })).toEqual({
    agentId: 'agent_1',
    since: 5,
    until: 9,
  });
  expect(readChosen({ personId: 7, since: 'yesterday', until: 1.5 })).toEqual({});
  expect(readWhose({ personId: 'person_1', since: 5 })).toEqual({ personId: 'person_1' });
});
