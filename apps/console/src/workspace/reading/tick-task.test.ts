import { describe, expect, it } from 'vitest';
import { parseBlocks } from './parse-blocks.ts';
import { tickTask } from './tick-task.ts';

const countIn = (text: string) => parseBlocks(text).reduce((sum, { tasks }) => sum + (tasks?.count ?? 0), 0);
const tick = (text: string, index: number, isDone = true) => tickTask(text, { index, isDone }, countIn(text));

describe('tickTask', () => {
  it('changes the box that is meant, and no other byte', () => {
    const text = '---\r\na: "- [ ] no"\r\n---\r\n- [ ] one\r\n  - [x] two\r\n\r\nText\r\n\r\n1. [ ] three\r\n';
    expect(tick(text, 0)).toBe(text.replace('[ ] one', '[x] one'));
    expect(tick(text, 1, false)).toBe(text.replace('[x] two', '[ ] two'));
    expect(tick(text, 2)).toBe(text.replace('[ ] three', '[x] three'));
  });

  it('ignores text that only looks like a box', () => {
    const text = '```\n- [ ] code\n```\n\n<input type="checkbox" data-task>\n\n- [ ] real\n';
    expect(countIn(text)).toBe(1);
    expect(tick(text, 0)).toBe(text.replace('[ ] real', '[x] real'));
  });

  it('refuses if the reader sees other boxes', () => {
    expect(tickTask('- [ ] a\n- [ ] b', { index: 0, isDone: true }, 3)).toBeUndefined();
    expect(tickTask('- [ ] a', { index: 4, isDone: true }, 1)).toBeUndefined();
  });
});
