import { type CacheName, caches } from './shares.ts';

/**
 * Values computed for callers. One caller gets at most half of the room. When the room is full, the caller with the most loses its least
 * recently used values.
 */
export interface CallerCache<Value> {
  /** Value of any caller. */
  get(key: string): Value | undefined;
  /** Stores a value. `size` is its part of the room. A value larger than half of the room is not kept. */
  set(caller: string, key: string, value: Value, size?: number): void;
}

interface Entry<Value> {
  caller: string;
  value: Value;
  size: number;
}

interface Holding {
  size: number;
  /** Least recently used first. */
  keys: Set<string>;
}

/** Creates the cache of a name. `room` overrides its default size. */
export function createCallerCache<Value>(name: CacheName, room: number = caches[name].room): CallerCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const holdings = new Map<string, Holding>();
  const part = Math.max(1, Math.floor(room / 2));
  let taken = 0;

  function add(key: string, entry: Entry<Value>): void {
    const holding = holdings.get(entry.caller) ?? { size: 0, keys: new Set() };
    holdings.set(entry.caller, holding);
    holding.keys.add(key);
    holding.size += entry.size;
    taken += entry.size;
    entries.set(key, entry);
  }

  function remove(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    const holding = entry && holdings.get(entry.caller);
    if (!entry || !holding) return undefined;
    entries.delete(key);
    holding.keys.delete(key);
    holding.size -= entry.size;
    taken -= entry.size;
    if (holding.keys.size === 0) holdings.delete(entry.caller);
    return entry;
  }

  /** Removes the least recently used value of the caller with the most room, but not the one that was just added. */
  function makeRoom(added: string): void {
    let most = 0;
    let oldest: string | undefined;
    for (const { size, keys } of holdings.values()) {
      const [first] = keys;
      if (size <= most || first === added) continue;
      most = size;
      oldest = first;
    }
    if (oldest !== undefined) remove(oldest);
  }

  return {
    get(key) {
      const entry = remove(key);
      if (entry) add(key, entry);
      return entry?.value;
    },
    set(caller, key, value, size = 1) {
      remove(key);
      if (size > part) return;
      for (const own of holdings.get(caller)?.keys ?? []) {
        if ((holdings.get(caller)?.size ?? 0) + size <= part) break;
        remove(own);
      }
      add(key, { caller, value, size });
      while (taken > room) makeRoom(key);
    },
  };
}
