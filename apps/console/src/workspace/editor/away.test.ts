import { expect, it } from 'vitest';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { whyGone } from './away.ts';

const row = (change: Partial<LoggedCall>) =>
  ({ outcome: 'ok', tool: 'delete_doc', agentId: null, personId: 'person_1', ...change }) as LoggedCall;

it.each([
  ['the agent that deleted it', [row({ tool: 'read_doc' }), row({ agentId: 'agent_1' })], { agentId: 'agent_1', personId: 'person_1' }],
  ['the person who deleted its folder', [row({ tool: 'delete_folder' })], { agentId: null, personId: 'person_1' }],
  ['nobody where the log says nothing of it', [], undefined],
  ['nobody whose deletion was refused', [row({ outcome: 'forbidden' })], undefined],
])('names %s', (_who, calls, by) => {
  expect(whyGone({ deletedAt: 5 }, calls)).toEqual({ what: 'deleted', at: 5, by });
});

it('reports only that an item is out of sight if it is not in the trash', () => {
  expect(whyGone(undefined, [row({ agentId: 'agent_1' })])).toEqual({ what: 'out_of_sight' });
});
