/**
 * A map of the latest entries: those used longest ago are given up first. Threads load no other package, so those that check arguments
 * have one of their own (services/checking).
 */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  /** `weight` is how much of the room the value takes. A value larger than the room is kept alone. */
  set(key: string, value: Value, weight?: number): void;
}

interface Entry<Value> {
  value: Value;
  weight: number;
}

export function createRecentMap<Value>(room: number): RecentMap<Value> {
  const entries = new Map<string, Entry<Value>>();
  let taken = 0;

  function remove(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    entries.delete(key);
    taken -= entry?.weight ?? 0;
    return entry;
  }

  function add(key: string, entry: Entry<Value>): void {
    entries.set(key, entry);
    taken += entry.weight;
  }

  return {
    get(key) {
      const entry = remove(key);
      if (entry) add(key, entry);
      return entry?.value;
    },
    set(key, value, weight = 1) {
      remove(key);
      add(key, { value, weight });
      for (const oldest of entries.keys()) {
        if (taken <= room || oldest === key) break;
        remove(oldest);
      }
    },
  };
}
