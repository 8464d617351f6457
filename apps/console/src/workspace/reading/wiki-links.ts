import type { TokenizerAndRendererExtension } from 'marked';

const pattern = /^\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/;

/** `[[Launch plan]]` and `[[Launch plan|the plan]]`: a link to a document by its name. */
export const wikiLink: TokenizerAndRendererExtension = {
  name: 'wikiLink',
  level: 'inline',
  tokenizer(source) {
    const [raw, target, label] = pattern.exec(source) ?? [];
    if (raw === undefined || target === undefined || target.trim() === '') return undefined;
    return { type: 'wikiLink', raw, target: target.trim(), text: (label ?? target).trim() };
  },
  renderer: ({ target, text }) => `<a href="#" data-wiki="${escaped(target)}">${escaped(text)}</a>`,
};

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
