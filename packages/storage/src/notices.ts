/** What may have happened: a call of an organization was answered; one that may have changed something was; a key, a person, a session or an account is no longer valid. */
export type Subject = 'calls' | 'changes' | 'access';

/**
 * Tells that there may be something new, by whichever process, and nothing more: who is told asks the store for what he may see.
 * Told too often is no fault; that nobody is told too little, each engine sees to by looking now and then.
 */
export interface Notices {
  /**
   * `id` is that of an organization, for `access` that of a key, a person, a session or an account.
   * Calls `told` when something may have been committed since now, at the latest a few seconds after it, until what is
   * returned is called. `told` must not throw.
   */
  subscribe(subject: Subject, id: string, told: () => void): () => void;
}

/** Those in this process who want to be told. */
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
      // One function may be given twice: each subscription ends by itself.
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
