import type { Activity, Store } from '@gatehouse/storage';
import type { FollowedActivity } from './follow-activity.ts';

export interface CatchUpOptions {
  store: Store;
  orgId: string;
  activity: FollowedActivity;
  from: string;
  /** False when nobody reads any more. */
  missed: (rows: Activity[]) => Promise<boolean>;
  /** Called at once when nothing is missing any more, or it cannot be known what is. */
  join: (how: 'continued' | 'resync', position: string) => void;
}

/** Whoever reads more slowly than calls are made would never have caught up. */
const maxRows = 20_000;

/** Gives what was committed since a position, up to where others are: more of it comes while it is read. */
export async function catchUp({ store, orgId, activity, from, missed, join }: CatchUpOptions): Promise<void> {
  // The position may be of another process, which has looked later than this one.
  await activity.look();
  let given = 0;
  for (let at = from; ; ) {
    const to = activity.position();
    if (at === to) return join('continued', to);
    const rows = await store.read(() => store.activity.missed(orgId, at, to));
    if (!rows) return join('resync', activity.position());
    for (;;) {
      const part = await store.read(() => rows.next());
      if (part.length === 0) break;
      given += part.length;
      if (given > maxRows) return join('resync', activity.position());
      if (!(await missed(part))) return;
    }
    at = to;
  }
}
