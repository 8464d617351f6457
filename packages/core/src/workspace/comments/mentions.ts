import { actsForAll, maxMentions, maxMentionsPerMinute, minuteMs } from '@gatehouse/domain';
import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import type { Subject } from './find-comment.ts';

/** `@ada@example.com`, `@robot` or `@"release bot"`. */
const mention = /(?<![\p{L}\p{N}@])@(?:"([^"\n]{1,100})"|([^\s"@,;:!?()]{1,100}(?:@[^\s"@,;:!?()]{1,255})?))/gu;

export interface Mentions {
  /** Identifiers of the people and agents. */
  ids: string[];
  /** Names that match no person or agent who sees the subject. They are plain text. */
  unknown: string[];
}

/** Returns the names after an `@`, without trailing periods. Ignores names beyond the first 20. */
export function namesIn(text: string): string[] {
  const names = [...text.matchAll(mention)].map(([, quoted, plain]) => quoted ?? withoutPoints(plain ?? ''));
  return [...new Set(names)].filter((name) => name !== '').slice(0, maxMentions);
}

function withoutPoints(name: string): string {
  let end = name.length;
  while (name[end - 1] === '.') end--;
  return name.slice(0, end);
}

/** Finds the mentioned people and agents among those who see the subject. // D74.4 */
export function* findMentions(context: ToolContext, text: string, subject: Subject): Op<Mentions> {
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const name of namesIn(text)) {
    const found = yield* name.includes('@') ? personOf(context, name, subject) : agentsOf(context, name, subject);
    for (const id of found) ids.add(id);
    if (found.length === 0) unknown.push(name);
  }
  return { ids: [...ids].slice(0, maxMentions), unknown };
}

function* personOf(context: ToolContext, address: string, subject: Subject): Op<string[]> {
  const person = yield* context.store.people.findByEmail(context.viewer.orgId, address.toLowerCase());
  const isThere = person !== undefined && person.removedAt === null;
  return isThere && (yield* seesSubject(context, person, subject)) ? [person.id] : [];
}

/** Finds all agents with a name: several people can each have one. */
function* agentsOf(context: ToolContext, name: string, subject: Subject): Op<string[]> {
  const { store, viewer } = context;
  const found: string[] = [];
  for (const { id, personId } of yield* store.agents.called(viewer.orgId, name, maxMentions)) {
    const owner = yield* store.people.find(viewer.orgId, personId);
    if (owner && (yield* seesSubject(context, owner, subject))) found.push(id);
  }
  return found;
}

function* seesSubject({ store, now }: ToolContext, { orgId, id, role }: Person, { item }: Subject): Op<boolean> {
  if (!item) return true;
  const viewer = { orgId, personId: id, seesAll: actsForAll({ role }), limits: null, at: now };
  return (yield* store.visibilityChecks.items(viewer, [item.id])).length > 0;
}

/** Limits the mentions of an agent per minute. People have no such limit. */
export function* refuseManyMentions({ store, viewer, now, call }: ToolContext, mentions: number): Op<void> {
  const { agentId } = call.attribution;
  if (agentId === null || mentions === 0) return;
  if ((yield* store.comments.mentionsSince(viewer.orgId, agentId, now - minuteMs)) + mentions <= maxMentionsPerMinute) return;
  throw refusal(
    'invalid_argument',
    `an agent can mention at most ${maxMentionsPerMinute} people or agents in a minute: wait, or name them without "@"`,
  );
}
