import { describe, expect, it } from 'vitest';
import { readQuestion } from './read-question.ts';

const termsOf = (query: string) => readQuestion(query).words.map(({ term }) => term);

describe('readQuestion', () => {
  it.each([
    ['leaves out common English words', 'How do I reset the password of a user?', ['reset', 'password', 'user']],
    ['leaves out common German words', 'Wie kann ich das Passwort zurücksetzen?', ['passwort', 'zurucksetzen']],
    ['leaves out common French words', "Comment changer le mot de passe d'un compte", ['comment', 'changer', 'mot', 'pass', 'compt']],
    ['keeps words that are common in other languages only', 'who won the war and who will die', ['war', 'die']],
    ['leaves out common Chinese pairs', '我们 怎么 重置', ['重置']],
    ['keeps common words if there are no others', 'to be or not to be', ['to', 'be', 'or', 'not']],
    ['takes each word once', 'key keys KEY', ['key']],
    ['has nothing of signs alone', '?!"... —', []],
  ])('%s', (_name, query, expected) => {
    expect(termsOf(query)).toEqual(expected);
  });

  it('reads parts in double quotes literally, and ignores a quote without a partner', () => {
    expect(readQuestion('the "base URL" and "x"').quoted).toEqual(['base URL', 'x']);
    expect(readQuestion('the "base URL" of "it').quoted).toEqual(['base URL']);
    expect(readQuestion('an "open quote').quoted).toEqual([]);
    expect(readQuestion('"" " "').quoted).toEqual([]);
  });
});
