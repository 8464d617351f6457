import fc from 'fast-check';
import type { Cast } from './cast.ts';
import { comment } from './comment-step.ts';
import { createFolder, deleteFolder, moveFolder, renameFolder } from './folder-steps.ts';
import { changeItem, createItem, deleteItem, keepResult, moveItem, purgeItem, restoreItem } from './item-steps.ts';
import { join, leave, limit, setReadOnly, setRole, share, shareWithAll, shareWithGroup } from './rights-steps.ts';
import type { Access } from './rules.ts';
import type { Choices, Turn } from './turn.ts';

/** Every kind of step, with its weight. */
const kinds = {
  createFolder: { weight: 3, take: createFolder },
  createItem: { weight: 6, take: createItem },
  changeItem: { weight: 6, take: changeItem },
  comment: { weight: 2, take: comment },
  moveItem: { weight: 4, take: moveItem },
  deleteItem: { weight: 3, take: deleteItem },
  restoreItem: { weight: 3, take: restoreItem },
  purgeItem: { weight: 1, take: purgeItem },
  moveFolder: { weight: 4, take: moveFolder },
  renameFolder: { weight: 1, take: renameFolder },
  deleteFolder: { weight: 1, take: deleteFolder },
  share: { weight: 4, take: share },
  shareWithGroup: { weight: 3, take: shareWithGroup },
  shareWithAll: { weight: 2, take: shareWithAll },
  join: { weight: 3, take: join },
  leave: { weight: 2, take: leave },
  limit: { weight: 5, take: limit },
  keepResult: { weight: 1, take: keepResult },
  setRole: { weight: 1, take: setRole },
  setReadOnly: { weight: 1, take: setReadOnly },
} satisfies Record<string, { weight: number; take: (turn: Turn) => Promise<void> }>;

export interface Step extends Choices {
  kind: keyof typeof kinds;
}

const number = fc.nat(5039);

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...Object.entries(kinds).map(([kind, { weight }]) => ({ weight, arbitrary: fc.constant(kind as keyof typeof kinds) }))),
  actor: number,
  item: number,
  folder: number,
  into: number,
  other: number,
  access: fc.constantFrom<Access[]>(null, 'read', 'write'),
});

/** Draws steps. The same seed draws the same steps. */
export function randomSteps(count: number, seed: number): Step[] {
  return fc.sample(anyStep, { numRuns: count, seed });
}

/**
 * Sets up what few random walks reach: a folder of each kind of sharing with a document in it, a document in the trash, and a limited key
 * with a large result.
 */
export function openingSteps({ people }: Cast): Step[] {
  const tops = 6;
  const step = (kind: Step['kind'], choices: Partial<Choices>): Step => ({
    ...{ kind, actor: 0, item: 0, folder: 0, into: 0, other: 0, access: null },
    ...choices,
  });
  const folderAt = (place: number, count = tops) =>
    [...Array(7 * count).keys()].find((number) => number % 7 !== 0 && number % count === place)!;
  const places = [...Array(tops).keys()];
  return [
    ...places.map(() => step('createFolder', {})),
    ...places.map((place) => step('createItem', { folder: folderAt(place) })),
    step('share', { folder: folderAt(0), other: 2, access: 'read' }),
    step('share', { folder: folderAt(1), other: 3, access: 'write' }),
    step('join', { actor: 2, other: 0 }),
    step('join', { actor: 3, other: 1 }),
    step('shareWithGroup', { folder: folderAt(2), other: 0, access: 'write' }),
    step('shareWithGroup', { folder: folderAt(3), other: 1, access: 'read' }),
    step('shareWithAll', { folder: folderAt(4), access: 'read' }),
    step('shareWithAll', { folder: folderAt(5), access: 'write' }),
    step('createItem', { folder: folderAt(0) }),
    step('deleteItem', { item: tops }),
    step('createFolder', { folder: folderAt(2) }),
    step('createItem', { folder: folderAt(tops, tops + 1) }),
    step('limit', { folder: folderAt(5, tops + 1), other: 1 }),
    step('keepResult', { actor: people.length }),
  ];
}

/** Takes a step and compares its answer with the rules. */
export async function takeStep(cast: Cast, step: Step): Promise<void> {
  const { rights, actors, people, world } = cast;
  const folders = [...rights.folders.values()].filter(({ isDeleted, holdsResults }) => !isDeleted && !holdsResults);
  const items = [...rights.items.values()];
  const folderAt = (number: number) => (number % 7 === 0 ? null : (folders[number % folders.length] ?? null));
  world.clock.now += 1;
  await kinds[step.kind].take({
    ...{ cast, step, actor: actors[step.actor % actors.length]!, item: items[step.item % items.length] },
    ...{ person: people[step.actor % people.length]!, other: people[step.other % people.length]! },
    ...{ folder: folderAt(step.folder), into: folderAt(step.into) },
  });
}
