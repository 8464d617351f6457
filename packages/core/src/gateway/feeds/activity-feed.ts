import type { Activity, Store } from '@gatehouse/storage';
import { catchUp } from './catch-up.ts';
import { type FollowedActivity, followActivity } from './follow-activity.ts';

/**
 * How a reader begins: with what is committed from now on; behind the last that was missed; or from now on although there was a position,
 * because what was missed cannot be told from it, or is too much.
 */
export type FeedBeginning = 'begun' | 'continued' | 'resync';

export interface FeedReader {
  /** Up to where this reader has the rows of the log, as `begin` and `receive` said it, in whichever process. */
  from?: string | undefined;
  /** Gets what was missed since, in parts, and is waited for; false when nobody reads any more. */
  missed: (rows: Activity[]) => Promise<boolean>;
  /** Called once: from here on `receive` gets each row once. A reader who reads too slowly may be told to `resync` behind a part. */
  begin: (how: FeedBeginning, position: string) => void;
  receive: (rows: Activity[], position: string) => void;
}

/** The rows of logs as they are committed, for any number of readers: an organization with readers is looked at once for all of them. */
export interface ActivityFeed {
  /** Gives what is committed, whichever process wrote it. Resolves when it has begun, or nobody reads any more, with what ends it. */
  watch(orgId: string, reader: FeedReader): Promise<() => void>;
}

interface Followed {
  /** Those that are catching up too. */
  readers: Set<FeedReader>;
  receivers: Set<FeedReader>;
  begun: Promise<FollowedActivity>;
}

export function createActivityFeed({ store, report }: { store: Store; report: (error: unknown) => void }): ActivityFeed {
  const followed = new Map<string, Followed>();

  function follow(orgId: string): Followed {
    const receivers: Followed['receivers'] = new Set();
    const receive: FeedReader['receive'] = (rows, position) => receivers.forEach((reader) => reader.receive(rows, position));
    return { readers: new Set(), receivers, begun: followActivity({ store, rows: { orgId }, receive, report }) };
  }

  return {
    async watch(orgId, reader) {
      const organization = followed.get(orgId) ?? follow(orgId);
      followed.set(orgId, organization);
      const { readers, receivers, begun } = organization;
      readers.add(reader);
      const leave = () => {
        receivers.delete(reader);
        if (!readers.delete(reader) || readers.size > 0 || followed.get(orgId) !== organization) return;
        followed.delete(orgId);
        begun.then((activity) => activity.end()).catch(report);
      };
      /** Without a pause in between, so that no row comes before it or is left out. */
      const join = (how: FeedBeginning, position: string) => {
        reader.begin(how, position);
        receivers.add(reader);
      };
      try {
        const activity = await begun;
        if (reader.from === undefined) join('begun', activity.position());
        else await catchUp({ store, orgId, activity, from: reader.from, missed: reader.missed, join });
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
