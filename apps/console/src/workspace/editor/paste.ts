import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isCode } from './writing-keys.ts';

/** Stores pictures beside the text, and returns the markdown that shows them. */
export type StorePictures = (files: readonly File[]) => Promise<string>;

/** True for formatted text. Code editors also copy HTML, but only with colors. */
const isRich = (html: string) => /<(?:table|strong|b|em|i|a|h[1-6]|ul|ol|blockquote)[\s>]/i.test(html);
const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text);
/** Maximum length of HTML that is converted. Longer HTML is pasted as plain text, because converting it would block typing. */
const maxRich = 500_000;

/** Pastes rich text and tables as markdown, an address over words as a link, and pictures as files. */
export function pasteAsMarkdown(storePictures: StorePictures | undefined): Extension {
  const insert = (view: EditorView, text: string) =>
    view.dispatch(view.state.replaceSelection(view.state.toText(text)), { userEvent: 'input.paste' });

  function takePictures(data: DataTransfer | null, view: EditorView): boolean {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (!storePictures || pictures.length === 0) return false;
    // The caller tells the person if it fails.
    void storePictures(pictures).then((text) => text !== '' && insert(view, text));
    return true;
  }

  return EditorView.domEventHandlers({
    paste(event, view) {
      const { clipboardData: data } = event;
      if (!data || view.state.readOnly) return false;
      const plain = data.getData('text/plain').trim();
      const html = data.getData('text/html');
      const { main } = view.state.selection;
      if (isCode(view.state, main.from)) return false;
      if (!main.empty && isAddress(plain) && !view.state.sliceDoc(main.from, main.to).includes('\n')) {
        insert(view, `[${view.state.sliceDoc(main.from, main.to)}](${plain})`);
      } else if (html !== '' && html.length <= maxRich && isRich(html)) {
        void import('./to-markdown.ts').then(
          ({ toMarkdown }) => insert(view, toMarkdown(html) || plain),
          () => insert(view, plain),
        );
      } else if (!takePictures(data, view)) return false;
      event.preventDefault();
      return true;
    },
    drop(event, view) {
      if (view.state.readOnly) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (!takePictures(event.dataTransfer, view)) return false;
      if (at !== null) view.dispatch({ selection: { anchor: at } });
      event.preventDefault();
      return true;
    },
  });
}
