import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports-of.ts';
import { isTestCode } from './test-code.ts';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * The districts of a package, the lowest first: each imports only what is below it. Inside a district its folders have an order too;
 * `maxUpward` counts the pairs of folders that break the best one, and can only fall.
 */
const plans = [
  { source: 'packages/core/src', districts: ['kernel', 'identity', 'workspace', 'services', 'gateway'], maxUpward: 3 },
  {
    source: 'apps/console/src',
    districts: ['colours', 'kernel', 'workspace', 'activity', 'identity', 'services', 'shell'],
    maxUpward: 0,
  },
];

/** A folder that imports another one, and where. */
interface Arrow {
  from: string;
  to: string;
  files: string[];
}

describe.each(plans)('$source', ({ source, districts, maxUpward }) => {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, source) });
  const product = files.filter((file) => !isTestCode(file) && districts.includes(districtOf(file)));
  const arrows = arrowsOf(source, product);

  it('has every folder in a district', () => {
    const others = files.filter((file) => !districts.includes(districtOf(file)) && file.includes('/') && !file.startsWith('testing/'));
    expect(others).toEqual([]);
  });

  it('imports downward between districts', () => {
    const upward = arrows.filter(({ from, to }) => districts.indexOf(districtOf(from)) < districts.indexOf(districtOf(to)));
    expect(upward).toEqual([]);
  });

  it('has next to no folders that import one another', () => {
    const inside = arrows.filter(({ from, to }) => districtOf(from) === districtOf(to));
    const cycles = cyclesOf(inside);
    expect(Math.max(1, ...cycles.map(({ length }) => length))).toBeLessThanOrEqual(3);
    const upward = cycles.map((cycle) => fewestUpward(cycle, inside)).reduce((sum, count) => sum + count, 0);
    expect(upward, cycles.map((cycle) => cycle.join(' ↔ ')).join('; ')).toBeLessThanOrEqual(maxUpward);
  });
});

/** `workspace` of `workspace/items/find-item.ts`. */
function districtOf(file: string): string {
  return file.split('/')[0] as string;
}

/** `workspace/items` of `workspace/items/find-item.ts`; a file at the top of a district stands for itself. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function arrowsOf(source: string, files: readonly string[]): Arrow[] {
  const known = new Set(files);
  const arrows = new Map<string, Arrow>();
  for (const file of files) {
    for (const { from: specifier } of importsOf(path.join(root, source, file))) {
      const target = specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : undefined;
      if (target === undefined || !known.has(target) || roomOf(target) === roomOf(file)) continue;
      const name = `${roomOf(file)} → ${roomOf(target)}`;
      const arrow = arrows.get(name) ?? { from: roomOf(file), to: roomOf(target), files: [] };
      arrow.files.push(`${file} → ${target}`);
      arrows.set(name, arrow);
    }
  }
  return [...arrows.values()];
}

/** The groups of folders of which each reaches each other one. */
function cyclesOf(arrows: readonly Arrow[]): string[][] {
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))];
  const reached = new Map(rooms.map((room) => [room, reachedFrom(room, arrows)]));
  const groups = Map.groupBy(rooms, (room) =>
    rooms.filter((other) => reached.get(room)?.has(other) && reached.get(other)?.has(room)).join(),
  );
  return [...groups.values()].filter(({ length }) => length > 1);
}

function reachedFrom(start: string, arrows: readonly Arrow[]): Set<string> {
  const reached = new Set([start]);
  // A set gives what is added while it is walked.
  for (const room of reached) for (const { from, to } of arrows) if (from === room) reached.add(to);
  return reached;
}

/** The fewest arrows that go up in any order of these folders. */
function fewestUpward(rooms: readonly string[], arrows: readonly Arrow[]): number {
  const inside = arrows.filter(({ from, to }) => rooms.includes(from) && rooms.includes(to));
  const count = (order: readonly string[]) => inside.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to)).length;
  return Math.min(...ordersOf(rooms).map(count));
}

function ordersOf(rooms: readonly string[]): string[][] {
  if (rooms.length < 2) return [[...rooms]];
  return rooms.flatMap((first) => ordersOf(rooms.filter((room) => room !== first)).map((rest) => [first, ...rest]));
}
