import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

/** The grammar alone: the package of CodeMirror for it brings those of HTML, CSS and JavaScript too. */
const language = new Language(defineLanguageFacet(), parser.configure([GFM]), [], 'markdown');

const look = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--gh-accent-text)' },
  { tag: [tags.monospace, tags.quote], color: 'var(--gh-dim)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--gh-dim)' },
]);

export const markdown: Extension = [language, syntaxHighlighting(look)];
