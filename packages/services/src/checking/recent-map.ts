/** A map of the latest entries: those used longest ago are given up first. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createRecentMap<Value>(most: number): RecentMap<Value> {
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.set(key, value);
      if (entries.size > most) entries.delete(entries.keys().next().value as string);
    },
  };
}
