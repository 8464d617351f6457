import type { Activity, Store } from '@gatehouse/storage';
import { followActivity } from './follow-activity.ts';

/** The rows of logs as they are committed, for any number of readers: an organization with readers is looked at once for all of them. */
export interface ActivityFeed {
  /** Calls `receive` with what is committed from now on, whichever process wrote it. Resolves when that has begun, with what ends it. */
  watch(orgId: string, receive: (rows: Activity[]) => void): Promise<() => void>;
}

interface Followed {
  readers: Set<(rows: Activity[]) => void>;
  /** Resolves when following has begun, with what ends it. */
  begun: Promise<() => Promise<void>>;
}

export function createActivityFeed({ store, report }: { store: Store; report: (error: unknown) => void }): ActivityFeed {
  const followed = new Map<string, Followed>();

  function follow(orgId: string): Followed {
    const readers: Followed['readers'] = new Set();
    const receive = (rows: Activity[]) => readers.forEach((reader) => reader(rows));
    return { readers, begun: followActivity({ store, rows: { orgId }, receive, report }) };
  }

  return {
    async watch(orgId, receive) {
      const organization = followed.get(orgId) ?? follow(orgId);
      followed.set(orgId, organization);
      const { readers, begun } = organization;
      readers.add(receive);
      const leave = () => {
        readers.delete(receive);
        if (readers.size > 0 || followed.get(orgId) !== organization) return;
        followed.delete(orgId);
        begun.then((end) => end()).catch(report);
      };
      try {
        await begun;
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
