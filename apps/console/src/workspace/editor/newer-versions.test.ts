import { describe, expect, it } from 'vitest';
import { authorFor, onlyOther } from './newer-versions.ts';

const ada = { id: 'person_ada', name: 'Ada', email: 'ada@example.com' };
const bob = { id: 'person_bob', name: 'Bob', email: 'bob@example.com' };
const byAda = { person: ada, agent: null };
const byBob = { person: bob, agent: null };
const byWriter = { person: ada, agent: { id: 'agent_writer', name: 'writer' } };

describe('the author named for changes by others', () => {
  it.each([
    ['the only other person', [byBob, byAda, byBob], 'Bob'],
    ["the person's own agent", [byAda, byWriter], 'writer'],
    ['no one, where several wrote', [byBob, byWriter], undefined],
    ['no one, where only the person wrote', [byAda], undefined],
    ['no one, where Gatehouse itself wrote', [{ person: null, agent: null }], undefined],
  ])('is %s', (_, versions, name) => {
    expect(onlyOther(versions, ada.id)).toBe(name);
  });
});

it.each([
  ["the person's own version, from another tab or a take-back", byAda, 'You'],
  ["a version by the person's agent", byWriter, 'writer'],
  ['a version by someone else', byBob, 'Bob'],
])('calls the author of %s what the person calls them', (_, version, name) => {
  expect(authorFor(version, ada.id)).toBe(name);
});
