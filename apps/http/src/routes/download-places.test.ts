import { expect, it } from 'vitest';
import { createDownloadPlaces } from './download-places.ts';

it('limits a person to a quarter of the memory too, and frees it when the reader disconnects', () => {
  const places = createDownloadPlaces({ maxAtOnce: 100, maxBytes: 400 });
  const text = { personId: 'a', heldBytes: 60 };
  const leave = places.take(text);
  expect([leave === undefined, places.take(text)]).toEqual([false, undefined]);
  const piece = places.take({ personId: 'a', heldBytes: 40 });
  expect([piece === undefined, places.take({ personId: 'b', heldBytes: 100 }) === undefined]).toEqual([false, false]);
  leave?.();
  expect(places.take(text)).toBeTypeOf('function');
});

it('frees the place of a reader for whom there is no memory', () => {
  const places = createDownloadPlaces({ maxAtOnce: 1, maxBytes: 40 });
  expect(places.take({ personId: 'a', heldBytes: 11 })).toBeUndefined();
  expect(places.take({ personId: 'a', heldBytes: 10 })).toBeTypeOf('function');
});
