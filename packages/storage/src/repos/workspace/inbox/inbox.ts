import type { Engine } from '../../../query/engine.ts';
import { commentsForPerson } from './comments-for-person.ts';
import { heldToolsOfManager } from './held-tools-of-manager.ts';
import { inboxReads } from './inbox-reads.ts';
import { itemsToReview } from './items-to-review.ts';
import { newTasks } from './new-tasks.ts';

export type InboxQueries = ReturnType<typeof inboxQueries>;

/** Queries for everything that waits for one person (D86). Each kind is a list of its own, newest first. */
export function inboxQueries(engine: Engine) {
  return {
    ...inboxReads(engine),
    ...itemsToReview(engine),
    ...commentsForPerson(engine),
    ...heldToolsOfManager(engine),
    ...newTasks(engine),
  };
}
