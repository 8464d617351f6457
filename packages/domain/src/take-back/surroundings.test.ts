import { expect, it } from 'vitest';
import { type Movable, mayMove, type Place, type Surroundings } from './surroundings.ts';

const place = (rootId: string, more: Partial<Place> = {}): Place => ({
  rootId,
  ownerId: 'ada',
  seers: 'everybody',
  isThere: true,
  ...more,
});
const places = new Map<string, Place>([
  ['', place('', { ownerId: null })],
  ['open', place('open')],
  ['inner', place('open')],
  ['hidden', place('hidden', { seers: new Set(['ada']) })],
  ['gone', place('gone', { isThere: false })],
  ['locked', place('locked')],
  ['of bob', place('of bob', { ownerId: 'bob' })],
]);
const around: Surroundings = {
  requester: { personId: 'bob', actsForAll: false },
  changeable: new Set([...places.keys()].filter((id) => id !== 'locked')),
  places,
  members: new Map(['ada', 'bob'].map((id) => [id, { seesAll: false }])),
  groups: new Map(),
  creators: new Map([['item', 'ada']]),
};
const ofBob = { creators: new Map([['item', 'bob']]) };
const forAll = { requester: { personId: 'bob', actsForAll: true } };

it.each<[what: string, from: string | null, to: string | null, may: boolean, more?: Partial<Surroundings>, item?: Partial<Movable>]>([
  ['to a folder that everybody sees', null, 'open', true],
  ['to the place outside of folders', 'open', null, true],
  ['to a folder that will not exist, even by an owner', null, 'gone', false, forAll],
  ['to an unknown folder', null, 'unknown', false, forAll],
  ['from an unknown folder', 'unknown', 'open', false, forAll],
  ['to a folder that the requester cannot change', null, 'locked', false, forAll],
  ['out of the sight of others', 'open', 'hidden', false],
  ['out of the sight of others, by an owner', 'open', 'hidden', true, forAll],
  ['out of the sight of others, by its creator', 'open', 'hidden', true, ofBob],
  ['within one top folder', 'open', 'inner', true],
  ['into a folder of the requester', null, 'of bob', false],
  ['of the system, to a folder that everybody sees', null, 'open', true, forAll, { isSystem: true }],
  ['of the system, to a folder that not everybody sees', null, 'hidden', false, forAll, { isSystem: true }],
])('a move %s: from %s to %s is allowed: %s (D63)', (_what, folderId, to, may, more, item) => {
  expect(mayMove({ id: 'item', folderId, isSystem: false, ...item }, to, { ...around, ...more })).toBe(may);
});
