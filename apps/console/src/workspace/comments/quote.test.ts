import { expect, it } from 'vitest';
import { createQuoteFinder, quoteOfSelection } from './quote.ts';

const source = '# Plan\n\nWe **ship** on [Monday](https://acme.test) and rest.\n\n- We ship twice.\n- We ship twice.\n';
const rendered = 'Plan\0We ship on Monday and rest.\0We ship twice.\0We ship twice.';
const quoteOf = (start: number, end: number) => quoteOfSelection(source, rendered, { start, end });
const selected = (words: string, from = 0) => {
  const start = rendered.indexOf(words, from);
  return quoteOf(start, start + words.length);
};

it('quotes the source of selected words, with markup and complete words', () => {
  expect(selected('rest')).toBe('rest');
  expect(selected('on Mon')).toBe('on [Monday');
  expect(selected('We ship on')).toBe('We **ship** on');
});

it('adds surrounding words until the quote occurs only once, at the chosen place', () => {
  const second = rendered.lastIndexOf('We ship twice');
  const quote = selected('twice', second);
  expect(source.indexOf(quote ?? '')).toBe(source.lastIndexOf(quote ?? ''));
  expect(source.slice(source.indexOf(quote ?? '')).match(/twice/g)).toHaveLength(quote?.match(/twice/g)?.length ?? -1);
});

it('quotes only the start of the selection if the source has words that are not shown', () => {
  expect(selected('on Monday and rest')).toBe('on [Monday');
  expect(quoteOfSelection('one', 'elsewhere', { start: 0, end: 9 })).toBeUndefined();
  expect(quoteOfSelection('…', '…', { start: 0, end: 1 })).toBeUndefined();
});

it('counts each character of scripts without spaces as a word', () => {
  const text = '我们每周发布两次。';
  expect(quoteOfSelection(text, text, { start: 2, end: 4 })).toBe('每周');
});

it('finds quoted words in the rendered text, on the given line if they occur several times', () => {
  const find = createQuoteFinder(source, rendered);
  const place = (quote: string, line: number) => find({ quote, line });
  const at = (start: number, words: string) => ({ start, end: start + words.length });
  expect(place('We **ship** on', 3)).toEqual(at(rendered.indexOf('We ship on'), 'We ship on'));
  expect(place('twice', 5)).toEqual(at(rendered.indexOf('twice'), 'twice'));
  expect(place('twice', 6)).toEqual(at(rendered.lastIndexOf('twice'), 'twice'));
  expect(place('gone', 3)).toBeUndefined();
  expect(place('**', 3)).toBeUndefined();
});
