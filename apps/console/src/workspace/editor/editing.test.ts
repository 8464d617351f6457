import { history, undo } from '@codemirror/commands';
import { describe, expect, it, vi } from 'vitest';
import { CallError } from '../../kernel/calls/call.ts';
import { conflictsOf, settleConflict } from '../merging/conflicts.ts';
import { takeIn } from '../merging/take-in.ts';
import { hasText, stateOf, textOf } from '../merging/text-state.ts';
import { createEditing, type Editing, type Saved } from './editing.ts';

function open(opened: string, isBaseKnown = true) {
  let state = stateOf(opened, history());
  let isFree = true;
  let newest: Saved = { version: 1, text: opened };
  const keep = vi.fn<(version: number | undefined) => void>();
  const save = vi.fn(async (_text: string, version: number): Promise<number> => {
    if (version !== newest.version) throw new CallError('invalid_request', 'another version', { reason: 'stale_version' });
    return version + 1;
  });
  const takesIn = vi.fn((base: string, theirs: string) => void (state = state.update(takeIn(state, base, theirs)).state));
  const told: ReturnType<Editing['status']>[] = [];
  const editing: Editing = createEditing({
    surface: {
      text: () => textOf(state),
      hasText: (saved) => hasText(state, saved),
      takeIn: takesIn,
      hasConflicts: () => conflictsOf(state).length > 0,
      isFree: () => isFree,
    },
    base: newest,
    isBaseKnown,
    save,
    readNewest: async () => newest,
    keep,
    tell: () => void told.push(editing.status()),
  });
  return {
    editing,
    save,
    keep,
    takesIn,
    told,
    get state() {
      return state;
    },
    type(from: number, insert: string, to = from) {
      state = state.update({ changes: { from, to, insert }, selection: { anchor: from + insert.length } }).state;
      editing.changed();
    },
    /** Agents save a version. */
    others(text: string) {
      newest = { version: newest.version + 1, text };
      return newest;
    },
    compose(is: boolean) {
      isFree = !is;
      if (isFree) editing.changed();
    },
    choose(choice: 'mine' | 'theirs' | 'both') {
      state = state.update(settleConflict(state, conflictsOf(state)[0]?.id ?? 0, choice)).state;
    },
    undo: () => void undo({ state, dispatch: (transaction) => void (state = transaction.state) }),
  };
}

describe('editing next to others', () => {
  it('merges text by others, and keeps the cursor and typed text in place', () => {
    const text = open('one\r\ntwo\r\nthree\r\n');
    text.type(8, 'ee');
    text.editing.receive(text.others('ONE\r\nmore\r\ntwo\r\nthree\r\n'));
    expect(textOf(text.state)).toBe('ONE\r\nmore\r\ntwo\r\nee' + 'three\r\n');
    expect(text.state.sliceDoc(0, text.state.selection.main.head)).toBe('ONE\r\nmore\r\ntwo\r\nee');
    text.undo();
    expect(textOf(text.state)).toBe('ONE\r\nmore\r\ntwo\r\nthree\r\n');
  });

  it('waits during text composition', () => {
    const text = open('a\n');
    text.compose(true);
    text.editing.receive(text.others('a\nb\n'));
    expect(textOf(text.state)).toBe('a\n');
    text.compose(false);
    expect(textOf(text.state)).toBe('a\nb\n');
  });

  it('saves over the version that was read, and shows both texts if others were faster', async () => {
    const text = open('a\nb\n');
    text.type(0, 'x');
    text.others('a\nb\nc\n');
    expect(await text.editing.save()).toBe('merged');
    expect(textOf(text.state)).toBe('xa\nb\nc\n');
    expect(await text.editing.save()).toBe('saved');
    expect(text.save.mock.calls).toEqual([
      ['xa\nb\n', 1],
      ['xa\nb\nc\n', 2],
    ]);
    expect(text.editing.status()).toEqual({ isChanged: false, isSaving: false, version: 3 });
  });

  it.each([
    ['mine', 'the slow fox\n'],
    ['theirs', 'the lazy fox\n'],
    ['both', 'the slow fox\nthe lazy fox\n'],
  ] as const)('does not save before a choice between two changes of one place: %s', async (choice, chosen) => {
    const text = open('the quick fox\n');
    text.type(4, 'slow', 9);
    text.editing.receive(text.others('the lazy fox\n'));
    expect(textOf(text.state)).toBe('the slow fox\n');
    expect(await text.editing.save()).toBe('conflicts');
    expect(text.save).not.toHaveBeenCalled();
    text.choose(choice);
    expect(textOf(text.state)).toBe(chosen);
    expect(await text.editing.save()).toBe(choice === 'theirs' ? 'unchanged' : 'saved');
  });

  it.each([
    ['theirs has no line ending', 'the quick fox', 'the lazy fox', 'the slow fox\nthe lazy fox'],
    ['the lines end in two characters', 'the quick fox\r\n\r\nz', 'the lazy fox\r\n\r\nz', 'the slow fox\r\nthe lazy fox\r\n\r\nz'],
  ])('puts both texts on their own lines if %s', (_what, opened, theirs, chosen) => {
    const text = open(opened);
    text.type(4, 'slow', 9);
    text.editing.receive(text.others(theirs));
    text.choose('both');
    expect(textOf(text.state)).toBe(chosen);
  });

  it('merges a save by others after its own save is answered', async () => {
    const text = open('a\nb\n');
    const answer = Promise.withResolvers<number>();
    text.save.mockReturnValueOnce(answer.promise);
    text.type(0, 'x');
    const saved = text.editing.save();
    text.type(1, 'y');
    text.editing.receive({ version: 2, text: 'xa\nb\n' });
    text.editing.receive({ version: 3, text: 'xa\nb\nc\n' });
    expect(textOf(text.state)).toBe('xya\nb\n');
    expect(text.editing.saved()).toEqual({ version: 1, text: 'a\nb\n' });
    answer.resolve(2);
    expect(await saved).toBe('saved');
    expect(textOf(text.state)).toBe('xya\nb\nc\n');
    expect(text.editing.saved()).toEqual({ version: 3, text: 'xa\nb\nc\n' });
  });

  it('shows the last text by others at a place, and none after the person writes the same', () => {
    const text = open('the quick fox\n');
    text.type(4, 'slow', 9);
    text.editing.receive(text.others('the lazy fox\n'));
    text.editing.receive(text.others('the lame fox\n'));
    expect(conflictsOf(text.state).map(({ theirs }) => theirs)).toEqual(['the lame fox\n']);
    text.type(4, 'lame', 8);
    expect(conflictsOf(text.state)).toEqual([]);
  });

  it('shows a conflict until it is resolved, during other changes', async () => {
    const text = open('the quick fox\n\nz\n');
    text.type(4, 'slow', 9);
    text.editing.receive(text.others('the lazy fox\n\nz\n'));
    text.type(12, '!');
    text.editing.receive(text.others('the lazy fox\n\nz\nmore\n'));
    text.editing.receive(text.others('the lazy fox\n\nZ\nmore\n'));
    expect(conflictsOf(text.state).map(({ theirs }) => theirs)).toEqual(['the lazy fox\n']);
    expect(textOf(text.state)).toBe('the slow fox!\n\nZ\nmore\n');
    text.choose('both');
    expect(await text.editing.save()).toBe('saved');
    expect(text.save).toHaveBeenLastCalledWith('the slow fox!\nthe lazy fox\n\nZ\nmore\n', 4);
  });

  it('keeps a draft while there is something to save', async () => {
    const text = open('a\n');
    text.type(0, 'x');
    expect(text.keep).toHaveBeenLastCalledWith(1);
    await text.editing.save();
    expect(text.keep).toHaveBeenLastCalledWith(undefined);
  });

  it('keeps typed text if saving fails', async () => {
    const text = open('a\n');
    text.type(0, 'x');
    text.save.mockRejectedValueOnce(new CallError('offline', 'no answer'));
    await expect(text.editing.save()).rejects.toThrow('no answer');
    expect(text.editing.status()).toEqual({ isChanged: true, isSaving: false, version: 1 });
    expect(await text.editing.save()).toBe('saved');
  });

  it('reports every change of its status', async () => {
    const text = open('a\n');
    text.type(0, 'x');
    expect(text.told).toEqual([{ isChanged: true, isSaving: false, version: 1 }]);
    await text.editing.save();
    expect(text.told.slice(1)).toEqual([
      { isChanged: true, isSaving: true, version: 1 },
      { isChanged: false, isSaving: false, version: 2 },
    ]);
  });

  it('sends one save at a time', async () => {
    const text = open('a\n');
    text.type(0, 'x');
    const saved = text.editing.save();
    expect(await text.editing.save()).toBe('unchanged');
    expect(await saved).toBe('saved');
    expect(text.save).toHaveBeenCalledOnce();
  });

  it('merges nothing from a version that it saved itself', async () => {
    const text = open('a\n');
    const answer = Promise.withResolvers<number>();
    text.save.mockReturnValueOnce(answer.promise);
    text.type(0, 'x');
    const saved = text.editing.save();
    text.editing.receive({ version: 2, text: 'xa\n' });
    answer.resolve(2);
    await saved;
    expect(text.takesIn).not.toHaveBeenCalled();
  });

  it('ignores a known version, or an older one that arrives late', () => {
    const text = open('a\n');
    text.editing.receive({ version: 1, text: 'a\n' });
    expect(text.told).toEqual([]);
    text.compose(true);
    text.editing.receive({ version: 3, text: 'a\nb\nc\n' });
    text.editing.receive({ version: 2, text: 'a\nb\n' });
    text.compose(false);
    expect(textOf(text.state)).toBe('a\nb\nc\n');
    expect(text.editing.saved().version).toBe(3);
  });
});

describe('editing a text whose base version could not be read', () => {
  it('merges a save by others once the base version is found', () => {
    const text = open('xa\n', false);
    text.editing.receive(text.others('a\nb\n'));
    expect(textOf(text.state)).toBe('xa\n');
    expect(text.editing.status().isChanged).toBe(true);
    text.editing.found('a\n');
    expect(textOf(text.state)).toBe('xa\nb\n');
    expect(text.editing.saved()).toEqual({ version: 2, text: 'a\nb\n' });
  });

  it('has nothing to save if it equals the base version', () => {
    const text = open('a\n', false);
    text.editing.found('a\n');
    expect(text.editing.saved()).toEqual({ version: 1, text: 'a\n' });
    expect(text.editing.status().isChanged).toBe(false);
    expect(text.keep).toHaveBeenLastCalledWith(undefined);
  });

  it('starts from its own save, and ignores a base version found later', async () => {
    const text = open('xa\n', false);
    expect(await text.editing.save()).toBe('saved');
    text.editing.found('a\n');
    expect(text.editing.saved()).toEqual({ version: 2, text: 'xa\n' });
  });
});
