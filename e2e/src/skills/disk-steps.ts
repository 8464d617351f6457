import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/**
 * Called before each change of the disk below a directory. `half` does only a part of the change, like a process that is killed in the
 * middle. Undefined for an atomic change.
 */
export type OnStep = (half: (() => void) | undefined) => void;

interface Watched {
  onStep: OnStep;
  /** Called before each read: a killed process does not read either. */
  onRead: () => void;
}

const watched = new Map<string, Watched>();
const descriptors = new Map<number, Watched>();
const real = { ...fs };
let isWatching = false;

/** Watches a directory until disposal. Replaces functions of `node:fs`, even for modules that have already imported them. */
export function watchDisk(target: string, onStep: OnStep, onRead: () => void = () => {}): Disposable {
  watched.set(target, { onStep, onRead });
  replaceFunctions();
  return { [Symbol.dispose]: () => void watched.delete(target) };
}

function at(place: unknown): Watched | undefined {
  if (typeof place === 'number') return descriptors.get(place);
  for (const [target, found] of watched)
    if (typeof place === 'string' && (place === target || place.startsWith(target + path.sep))) return found;
  return undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the functions of node:fs have many signatures
type Anything = any;

function replaceFunctions(): void {
  if (isWatching) return;
  isWatching = true;
  const functions = fs as unknown as Record<string, (...given: Anything[]) => Anything>;
  const own = real as unknown as Record<string, (...given: Anything[]) => Anything>;
  const change = (name: string, half?: (...given: Anything[]) => (() => void) | undefined) => {
    functions[name] = (...given) => {
      at(given[0])?.onStep(half?.(...given));
      return own[name]?.(...given);
    };
  };
  for (const name of ['mkdirSync', 'mkdtempSync', 'chmodSync', 'renameSync', 'fsyncSync']) change(name);
  change('rmSync', (place) => () => removeHalf(place));
  for (const name of ['writeFileSync', 'appendFileSync']) {
    change(name, (place, data, options) => () => {
      const bytes = Buffer.from(data);
      own[name]?.(place, bytes.subarray(0, bytes.length / 2), options);
    });
  }
  for (const name of ['readFileSync', 'readdirSync', 'lstatSync', 'existsSync']) {
    functions[name] = (...given) => {
      at(given[0])?.onRead();
      return own[name]?.(...given);
    };
  }
  functions.openSync = (place, ...more) => {
    const found = at(place);
    if (found && changes(more[0])) found.onStep(undefined);
    else found?.onRead();
    const descriptor = own.openSync?.(place, ...more);
    if (found) descriptors.set(descriptor, found);
    else descriptors.delete(descriptor);
    return descriptor;
  };
  syncBuiltinESMExports();
}

function changes(flags: unknown): boolean {
  const { O_WRONLY, O_RDWR } = fs.constants;
  return typeof flags === 'number' ? (flags & (O_WRONLY | O_RDWR)) !== 0 : flags !== 'r' && flags !== undefined;
}

/** Removes every second file. */
function removeHalf(place: string): void {
  const found = real.lstatSync(place, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return;
  const entries = real.readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  for (const [index, entry] of entries.entries()) if (index % 2 === 0) real.rmSync(path.join(entry.parentPath, entry.name));
}
