import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { markdown } from './markdown.ts';
import { around, continueList, makeLink } from './writing-keys.ts';

/** Text after a command. `|` marks the cursor, or both ends of the selection. */
function after(command: StateCommand, text: string): string | undefined {
  const [before = '', selected = '', rest] = text.split('|');
  const doc = `${before}${selected}${rest ?? ''}`;
  const head = rest === undefined ? before.length : before.length + selected.length;
  let state = EditorState.create({ doc, selection: { anchor: before.length, head }, extensions: markdown });
  const isDone = command({ state, dispatch: (transaction) => void (state = transaction.state) });
  const { from, to } = state.selection.main;
  const all = state.sliceDoc();
  return isDone ? `${all.slice(0, from)}|${all.slice(from, to)}${from === to ? '' : '|'}${all.slice(to)}` : undefined;
}

describe('marks', () => {
  it.each([
    ['a |word| b', 'a **|word|** b'],
    ['a **|word|** b', 'a |word| b'],
    ['a | b', 'a **|** b'],
  ])('turns %j into %j', (before, expected) => expect(after(around('**'), before)).toBe(expected));

  it('makes a link of the selection', () => {
    expect(after(makeLink, 'see |the plan| now')).toBe('see [the plan](|) now');
    expect(after(makeLink, 'see |')).toBe('see [](|)');
  });
});

describe('Enter in a list', () => {
  it.each([
    ['- one|', '- one\n- |'],
    ['  * one| two', '  * one\n  * | two'],
    ['9. nine|', '9. nine\n10. |'],
    ['1) one|', '1) one\n2) |'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['> quoted|', '> quoted\n> |'],
    ['- one\n- |', '- one\n\n|'],
    ['- one\n- [ ] |', '- one\n\n|'],
    ['> quoted\n> |', '> quoted\n\n|'],
    ['- one\n- |\n- two', '- one\n\n|\n- two'],
    ['- one\n\n- |', '- one\n\n|'],
    ['- |', '|'],
  ])('turns %j into %j', (before, expected) => expect(after(continueList, before)).toBe(expected));

  it.each(['text|', '-|', '|- one', '```\n- code|\n```', '- |one|'])('leaves %j to the editor', (text) =>
    expect(after(continueList, text)).toBeUndefined(),
  );
});
