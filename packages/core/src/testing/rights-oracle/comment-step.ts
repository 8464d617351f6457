import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import { emailOf } from './cast.ts';
import { type Access, accessTo, changing, type PlacedComment, type PlacedItem } from './rules.ts';
import { change, expectAnswer, type Turn } from './turn.ts';

/** People comment where they can read, agents where they can write; both resolve where they can write (D74). */
export async function comment(turn: Turn): Promise<void> {
  const { cast, actor, item } = turn;
  if (!item) return;
  const known = item.comment;
  const access = accessTo(cast.rights, actor, item);
  await addComment(turn, item, access);
  if (known) await changeComment(turn, item, known, access);
}

/** Adds a comment or an answer that mentions a person. Only a person who sees the item is notified. */
async function addComment(turn: Turn, item: PlacedItem, access: Access): Promise<void> {
  const { cast, step, actor, other } = turn;
  const text = `On ${item.canary}, @${emailOf(other.person)}.`;
  const asked = step.into % 2 === 0 ? item.comment : null;
  const wanted = changing(cast.rights, actor, access && !actor.key ? 'write' : access);
  const added = await expectAnswer(turn, wanted, ['add_comment', { text, ...(asked ? { answerTo: asked.id } : { itemId: item.id }) }]);
  if (!added) return;
  change(turn, item, {});
  const fresh = { id: added.commentId, author: actor.person, text, isResolved: false, mentioned: new Set<number>() };
  const top = asked ?? fresh;
  top.isResolved = false;
  if (!asked) item.comments.push(fresh);
  if (!asked && !actor.key) item.comment = fresh;
  if (other.person === actor.person) return;
  const sees = accessTo(cast.rights, other, item) !== null;
  expect([other.name, item, added.mentions]).toEqual([other.name, item, sees ? [(other.credential as Loose).personId] : []]);
  if (sees) top.mentioned.add(other.person);
}

async function changeComment(turn: Turn, item: PlacedItem, known: PlacedComment, access: Access): Promise<void> {
  const { cast, step, actor } = turn;
  const { id: commentId, author, text } = known;
  const isResolved = step.into % 3 === 0;
  const resolving = changing(cast.rights, actor, access);
  if (await expectAnswer(turn, resolving, ['resolve_comment', { commentId, resolved: isResolved }])) known.isResolved = isResolved;
  if (actor.key) return;
  const isAuthor = author === actor.person;
  const wanted = access === null ? 'no_such_item' : isAuthor ? 'ok' : 'forbidden';
  // An edit drops mentions of people who no longer see the item.
  if (await expectAnswer(turn, wanted, ['edit_comment', { commentId, text: `${text} Edited.` }]))
    for (const person of cast.people) if (accessTo(cast.rights, person, item) === null) known.mentioned.delete(person.person);
  if (isAuthor || cast.rights.seesAll.has(actor.person)) return;
  await expectAnswer(turn, wanted, ['delete_comment', { commentId }]);
}
