import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const automatic = Decoration.line({ attributes: { dir: 'auto' } });

const lines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ view, docChanged, viewportChanged }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let before = -1;
  for (const { from, to } of visibleRanges)
    for (let line = state.doc.lineAt(from); ; line = state.doc.lineAt(line.to + 1)) {
      if (line.from > before) builder.add(line.from, line.from, automatic);
      before = line.from;
      if (line.to >= to || line.to >= state.doc.length) break;
    }
  return builder.finish();
}

/** Each line goes in the direction of its own letters. */
export const lineDirection: Extension = [EditorView.perLineTextDirection.of(true), lines];
