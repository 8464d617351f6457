/**
 * Possible events. `calls`: a call of an organization was answered. `changes`: a call that may have changed something was answered.
 * `access`: a key, a person, a session or an account is no longer valid, or what the keys of an organization list has changed.
 */
export type Subject = 'calls' | 'changes' | 'access';

/**
 * Notifies subscribers that there may be something new, from any process. A notice carries no data: the subscriber asks the store for what
 * it may see. Extra notices are allowed. Each engine prevents missed ones by regular checks.
 */
export interface Notices {
  /**
   * Calls `told` if something may have been committed since now, at most a few seconds later, until the returned function is called. `id`
   * is the identifier of an organization; for `access`, also of a key, a person, a session or an account. `told` must not throw.
   */
  subscribe(subject: Subject, id: string, told: () => void): () => void;
}

/** Subscribers in this process. */
export interface Subscribers {
  add(subject: Subject, id: string, told: () => void): () => void;
  tell(subject: Subject, id: string): void;
  tellAll(): void;
  readonly count: number;
}

export function createSubscribers(): Subscribers {
  const subscribers = new Map<string, Set<() => void>>();
  let count = 0;
  return {
    add(subject, id, told) {
      const topic = `${subject} ${id}`;
      const ofTopic = subscribers.get(topic) ?? new Set();
      // The same function may be given twice, so each subscription needs a separate one.
      const call = () => told();
      subscribers.set(topic, ofTopic.add(call));
      count++;
      return () => {
        if (!ofTopic.delete(call)) return;
        count--;
        if (ofTopic.size === 0) subscribers.delete(topic);
      };
    },
    tell(subject, id) {
      for (const told of subscribers.get(`${subject} ${id}`) ?? []) told();
    },
    tellAll() {
      for (const ofTopic of subscribers.values()) for (const told of ofTopic) told();
    },
    get count() {
      return count;
    },
  };
}
