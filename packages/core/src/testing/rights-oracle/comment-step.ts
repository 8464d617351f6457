import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import { emailOf } from './cast.ts';
import { type Access, accessTo, changing, type PlacedItem } from './rules.ts';
import { change, expectReason, type Turn } from './turn.ts';

/** People comment where they can read, agents where they can write; both resolve where they can write (D74). */
export async function comment(turn: Turn): Promise<void> {
  const { cast, actor, item } = turn;
  if (!item) return;
  const known = item.comment;
  const access = accessTo(cast.rights, actor, item);
  await addComment(turn, item, access);
  if (known) await changeComment(turn, known, access);
}

/** Adds a comment or an answer that mentions somebody, who is told only if they see the item. */
async function addComment(turn: Turn, item: PlacedItem, access: Access): Promise<void> {
  const { cast, step, actor } = turn;
  const other = cast.people[step.other % cast.people.length]!;
  const text = `On ${item.canary}, @${emailOf(other.person)}.`;
  const isAnswer = item.comment !== null && step.into % 2 === 0;
  const answer = await turn.ask('add_comment', { text, ...(isAnswer ? { answerTo: item.comment?.id } : { itemId: item.id }) });
  if (!expectReason(turn, answer, changing(cast.rights, actor, access && !actor.key ? 'write' : access))) return;
  change(turn, item, {});
  if (!actor.key && !isAnswer) item.comment = { id: answer.value.commentId, author: actor.person, text };
  if (other.person === actor.person) return;
  const sees = accessTo(cast.rights, other, item) !== null;
  expect([other.name, item, answer.value.mentions]).toEqual([other.name, item, sees ? [(other.credential as Loose).personId] : []]);
  if (sees) item.mentioned.add(other.person);
}

async function changeComment(
  turn: Turn,
  { id: commentId, author, text }: NonNullable<PlacedItem['comment']>,
  access: Access,
): Promise<void> {
  const { cast, step, actor } = turn;
  const resolved = await turn.ask('resolve_comment', { commentId, resolved: step.into % 3 === 0 });
  expectReason(turn, resolved, changing(cast.rights, actor, access));
  if (actor.key) return;
  const isAuthor = author === actor.person;
  const wanted = access === null ? 'no_such_item' : isAuthor ? 'ok' : 'forbidden';
  expectReason(turn, await turn.ask('edit_comment', { commentId, text: `${text} Edited.` }), wanted);
  if (isAuthor || cast.rights.seesAll.has(actor.person)) return;
  expectReason(turn, await turn.ask('delete_comment', { commentId }), wanted);
}
