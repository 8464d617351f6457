import fc from 'fast-check';
import { type Actor, actors, begun, type Deed, whats } from './deeds.ts';

const about = { subject: fc.nat(7), place: fc.nat(2), isLater: fc.boolean() };

const ofAll: fc.Arbitrary<Deed> = fc.record({
  ...about,
  actor: fc.constantFrom(...actors),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom<Deed['what']>('write', 'name', 'move', 'delete', 'restore', 'name', 'delete') },
    { weight: 6, arbitrary: fc.constantFrom<Deed['what']>('create', 'create file', 'create file', 'create skill', 'create skill') },
    { weight: 5, arbitrary: fc.constantFrom(...whats) },
  ),
  name: fc.nat(3),
});

/** Deeds with few names, which pass between files or skills in two places. */
const ofNames: fc.Arbitrary<Deed> = fc.record({
  ...about,
  actor: fc.constantFrom<Actor>('ada', 'ada', 'ada', 'ada', 'bo', 'key'),
  what: fc.constantFrom<Deed['what']>(
    'name',
    'name',
    'name',
    'delete',
    'delete',
    'create file',
    'create skill',
    'restore',
    'move',
    'write',
  ),
  name: fc.nat(2),
});

/** Deeds that change who can see something, and who may restore it. */
const ofPlaces: fc.Arbitrary<Deed> = fc.record({
  ...about,
  actor: fc.constantFrom<Actor>('ada', 'ada', 'bo', 'cy', 'owner'),
  what: fc.constantFrom<Deed['what']>(
    'create folder',
    'create',
    'create file',
    'move',
    'move',
    'write',
    'tag',
    'tag',
    'delete',
    'delete',
    'restore',
    'name',
    'leave',
  ),
  name: fc.nat(3),
});

const historiesOf = (deed: fc.Arbitrary<Deed>) =>
  fc.record({
    /** Number of deeds of `begun`. */
    begun: fc.nat(begun.length),
    before: fc.array(deed, { maxLength: 6 }),
    during: fc.array(deed, { minLength: 1, maxLength: 16, size: 'max' }),
    after: fc.array(deed, { maxLength: 6, size: 'max' }),
    /** The run: changes of Ada and her key, of her key only, or of everyone. */
    subject: fc.constantFrom('ada', 'ada', 'key', 'everybody'),
    requester: fc.constantFrom('owner', 'owner', 'ada', 'bo'),
  });

export const histories = fc.oneof(historiesOf(ofAll), historiesOf(ofNames), historiesOf(ofPlaces));

export type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;
