import type { TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from './escape-html.ts';

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
  renderer: ({ target, text }) => `<a href="#" data-wiki="${escapeHtml(target)}">${escapeHtml(text)}</a>`,
};
