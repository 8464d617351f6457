import { expect, it } from 'vitest';
import { type Comment, threadsOf } from './comment-threads.ts';

const comment = (commentId: string, fields: Partial<Comment> = {}) =>
  ({ commentId, answerTo: null, line: null, createdAt: 1, ...fields }) as Comment;

it('puts answers under their comments, and sorts threads by line, then by time', () => {
  const threads = threadsOf([
    comment('whole', { createdAt: 2 }),
    comment('late', { line: 9 }),
    comment('early', { line: 2, createdAt: 5 }),
    comment('one', { answerTo: 'early' }),
    comment('gone', { createdAt: 1 }),
    comment('two', { answerTo: 'early' }),
  ]);
  expect(threads.map(({ root, answers }) => [root.commentId, ...answers.map(({ commentId }) => commentId)])).toEqual([
    ['early', 'one', 'two'],
    ['late'],
    ['gone'],
    ['whole'],
  ]);
});
