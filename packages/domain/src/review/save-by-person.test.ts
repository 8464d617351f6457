import { describe, expect, it } from 'vitest';
import { saveByPerson } from './save-by-person.ts';

const paragraphs = (...texts: string[]) => texts.map((text) => `${text}\n\n`).join('');

describe('saveByPerson (D78)', () => {
  const pair = { reviewed: paragraphs('one', 'two', 'three'), current: paragraphs('one', 'TWO of the agent', 'three') };

  it('merges a change elsewhere into both texts', () => {
    const { reviewed, touched } = saveByPerson(pair, paragraphs('one of the person', 'TWO of the agent', 'three'));
    expect({ reviewed, touched }).toEqual({ reviewed: paragraphs('one of the person', 'two', 'three'), touched: [] });
  });

  it('accepts a change whole if the save touches it', () => {
    const saved = paragraphs('one', 'TWO of the agent and the person', 'three');
    const { reviewed, touched } = saveByPerson(pair, saved);
    expect(reviewed).toBe(saved);
    expect(touched).toHaveLength(1);
  });

  it('accepts a removal if the save adds text at its place', () => {
    const removed = { reviewed: paragraphs('one', 'two', 'three'), current: paragraphs('one', 'three') };
    const saved = paragraphs('one', 'new', 'three');
    expect(saveByPerson(removed, saved).reviewed).toBe(saved);
  });

  it('does not join lines if the reviewed text has no final line ending', () => {
    const { reviewed } = saveByPerson({ reviewed: 'a', current: 'a\n' }, 'a\nb\n');
    expect(reviewed).toBe('a\nb\n');
  });

  it('accepts everything if the person replaces the whole text', () => {
    expect(saveByPerson(pair, 'other\n').reviewed).toBe('other\n');
  });

  it('restores the reviewed wording in both texts if the person takes the change back', () => {
    expect(saveByPerson(pair, pair.reviewed).reviewed).toBe(pair.reviewed);
  });

  it('stays fast for 1 MiB and 500 changes', () => {
    const line = (index: number, word: string) => `${index} ${word} ${'text '.repeat(10)}`;
    const texts = (word: (index: number) => string) =>
      paragraphs(...Array.from({ length: 16_000 }, (_, index) => line(index, word(index))));
    const large = { reviewed: texts(() => 'old'), current: texts((index) => (index % 32 === 0 ? 'new' : 'old')) };
    const saved = large.current.replace('9 old', '9 by a person');
    const started = process.cpuUsage();
    const { reviewed, touched } = saveByPerson(large, saved);
    const { user } = process.cpuUsage(started);
    expect(Buffer.byteLength(saved)).toBeGreaterThan(1024 * 1024 * 0.9);
    expect(touched).toEqual([]);
    expect(reviewed).toBe(large.reviewed.replace('9 old', '9 by a person'));
    expect(user / 1000).toBeLessThan(2000);
  });

  it('stays bounded for a text with few distinct lines', () => {
    const few = (seed: number) => Array.from({ length: 50_000 }, (_, index) => `${(index * index * seed) % 7}\n`).join('');
    const started = process.cpuUsage();
    const saved = few(5);
    expect(saveByPerson({ reviewed: few(1), current: few(3) }, saved).reviewed).toBe(saved);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
  });
});
