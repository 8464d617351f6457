import { describe, expect, it } from 'vitest';
import { readToolQuery } from './tool-query.ts';

const termsOf = (query: string) => readToolQuery(query).words.map(({ term }) => term);

describe('readToolQuery', () => {
  it('keeps the words of the subject', () => {
    expect(termsOf('How do I create a new issue?')).toEqual(['issu']);
    expect(termsOf('Remove the labels of an issue')).toEqual(['label', 'issu']);
  });

  it('keeps the verb if there is no other word, and common words if there are only these', () => {
    expect(termsOf('create')).toEqual(['creat']);
    expect(termsOf('the what of')).toEqual(['the', 'what', 'of']);
    expect(termsOf('%')).toEqual([]);
  });

  it('finds every form of a word by its start, and keeps accents and scripts', () => {
    expect(readToolQuery('cities cancelled').beginnings).toEqual(['cit', 'cancel']);
    expect(readToolQuery('Ärger').beginnings).toEqual(['ärger']);
    expect(readToolQuery('工单').beginnings).toEqual(['工单']);
    expect(readToolQuery('label_issue').beginnings).toEqual(['label_issue', 'label', 'issu']);
  });

  it('reads the action from the first verb, or from a question without one', () => {
    expect(readToolQuery('deleting files').does).toMatchObject({ deletes: true, mode: 'write' });
    expect(readToolQuery('Show my files').does).toMatchObject({ deletes: false, mode: 'read' });
    expect(readToolQuery('What is our balance?').does).toMatchObject({ mode: 'read' });
    expect(readToolQuery('balance').does).toEqual({ verbs: [], mode: undefined, deletes: false });
  });
});
