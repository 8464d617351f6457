import { describe, expect, it } from 'vitest';
import { decideItem, type ItemEntry } from './decide-item.ts';
import type { MergedBody } from './decision.ts';
import { reasonOf } from './decision.ts';
import type { Surroundings } from './surroundings.ts';

const around: Surroundings = {
  requester: { personId: 'person_ada', actsForAll: false },
  changeable: new Set(['']),
  places: new Map(),
  members: new Map(),
  groups: new Map(),
  creators: new Map(),
};

/** A text of others and the run, in which every place is decided. */
const merged: MergedBody = {
  kind: 'merged',
  text: 'of others',
  places: [],
  hadPlaces: true,
  files: undefined,
  filesLeft: [],
  isTextSame: true,
  areFilesSame: true,
};

/** `first` is the first version by the run. */
function documentWith(body: Partial<MergedBody>, first = 2): ItemEntry {
  return {
    kind: 'item',
    id: 'doc_1',
    type: 'doc',
    name: 'Plan',
    folderId: null,
    isDeleted: false,
    isSystem: false,
    isAgentMemory: false,
    rows: [],
    versions: { first, firstAt: 1, lastOfOthers: 3 },
    body: { ...merged, ...body },
  };
}

function decided(body: Partial<MergedBody>, first?: number) {
  const decision = decideItem(documentWith(body, first), around);
  return { outcome: decision.outcome, reason: reasonOf(decision) };
}

describe('a text that others changed too, after the choices of a person (D66.8)', () => {
  it("stays and is reported if the person kept all of the others' words", () => {
    expect(decided({})).toEqual({ outcome: 'left', reason: 'changed_since' });
    expect(decided({}, 1)).toEqual({ outcome: 'left', reason: 'others_worked_on_it' });
  });

  it('is taken back without a reason if the person chose other words', () => {
    expect(decided({ text: 'from before', isTextSame: false })).toEqual({ outcome: 'taken_back', reason: null });
  });

  it('is unchanged if there was nothing to choose, because others had undone the changes of the run', () => {
    expect(decided({ hadPlaces: false })).toEqual({ outcome: 'unchanged', reason: null });
  });
});
