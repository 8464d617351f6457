import { syntaxTree } from '@codemirror/language';
import { type ChangeSpec, EditorSelection, type EditorState, type Line, Prec, type StateCommand, Text } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Puts marks around each selection, or takes them away if they are there. Without a selection, the cursor is between them. */
export function around(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { length } = mark;
    const marked = state.changeByRange((range) => {
      const { from, to } = range;
      const has = state.sliceDoc(from - length, from) === mark && state.sliceDoc(to, to + length) === mark;
      const changes: ChangeSpec = has
        ? [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ]
        : [
            { from, insert: mark },
            { from: to, insert: mark },
          ];
      const by = has ? -length : length;
      return { changes, range: EditorSelection.range(from + by, to + by) };
    });
    dispatch(state.update(marked, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };
}

/** Makes a link of the selection, with the cursor where its address goes. */
export const makeLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const linked = state.changeByRange((range) => {
    const text = state.sliceDoc(range.from, range.to);
    const at = range.from + text.length + '[]('.length;
    return { changes: { from: range.from, to: range.to, insert: `[${text}]()` }, range: EditorSelection.cursor(at) };
  });
  dispatch(state.update(linked, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

const item = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]{1,4})(?:\[[ xX]\][ \t])?/;
const quote = /^(?:>[ \t]?)+/;

/** Goes on with the list or the quote that the cursor is in. On an item without text, the list ends. */
export const continueList: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (state.readOnly || ranges.length > 1 || !main.empty || isCode(state, main.from)) return false;
  const line = state.doc.lineAt(main.from);
  const begun = beginningOf(line.text);
  if (begun === undefined || main.from < line.from + begun.length) return false;
  if (line.text.trimEnd().length <= begun.trimEnd().length) {
    dispatch(state.update({ ...leaving(state, line), userEvent: 'delete', scrollIntoView: true }));
    return true;
  }
  const next = Text.of(['', nextBeginning(begun)]);
  dispatch(
    state.update({
      changes: { from: main.from, insert: next },
      selection: { anchor: main.from + next.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

/** Replaces an empty item by an empty line: without one, markdown takes the next words as part of the item before. */
function leaving({ doc }: EditorState, { number, from, to }: Line) {
  const isApart = number === 1 || doc.line(number - 1).text.trim() === '';
  return { changes: { from, to, insert: isApart ? '' : '\n' }, selection: { anchor: isApart ? from : from + 1 } };
}

const beginningOf = (line: string) => (item.exec(line) ?? quote.exec(line))?.[0];

function nextBeginning(begun: string): string {
  const [, indent, bullet, number, end, space] = item.exec(begun) ?? [];
  if (indent === undefined) return begun;
  const marker = bullet ?? `${Number(number) + 1}${end}`;
  return `${indent}${marker}${space}${begun.includes('[') ? '[ ] ' : ''}`;
}

export function isCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); node.parent; node = node.parent)
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return true;
  return false;
}

/** Keys for writing markdown, as in other editors. */
export const writingKeys = Prec.high(
  keymap.of([
    { key: 'Mod-b', run: around('**') },
    { key: 'Mod-i', run: around('*') },
    { key: 'Mod-k', run: makeLink },
    { key: 'Enter', run: continueList },
  ]),
);
