import { StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { addTaken } from './take-in.ts';

class Gone extends WidgetType {
  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'gh-gone';
    mark.title = 'Someone removed text here';
    return mark;
  }

  override eq(): boolean {
    return true;
  }
}

const written = Decoration.mark({ class: 'gh-taken', attributes: { title: 'Added by someone else while you were editing' } });
const gone = Decoration.widget({ widget: new Gone(), side: 1 });

/** Marks others' changes that were merged while the person was editing. */
export const takenMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let marks = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(addTaken)) continue;
      const add = effect.value.map(({ from, to }) => (from < to ? written.range(from, to) : gone.range(from)));
      marks = marks.update({ add, sort: true });
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
