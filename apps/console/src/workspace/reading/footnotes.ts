import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { childTokens } from './child-tokens.ts';
import { escapeHtml } from './escape-html.ts';

/** Footnote reference, `[^name]`. Numbered after the whole text has been parsed. */
interface Reference extends Tokens.Generic {
  type: 'footnoteReference';
  name: string;
  number?: number;
  /** Position among the references to the same note, from 1. */
  time?: number;
}

/** `[^name]: text`, with further lines that are indented. */
interface Definition extends Tokens.Generic {
  type: 'footnoteDefinition';
  name: string;
  tokens: Token[];
}

export const footnoteReference: TokenizerAndRendererExtension = {
  name: 'footnoteReference',
  level: 'inline',
  tokenizer(source) {
    const [raw, name] = /^\[\^([^\]\s]{1,100})\](?!:)/.exec(source) ?? [];
    return raw === undefined ? undefined : { type: 'footnoteReference', raw, name };
  },
  renderer(token) {
    const { raw, number, time } = token as Reference;
    if (number === undefined) return escapeHtml(raw);
    const id = `footnote-${number}-from${time === 1 ? '' : `-${time}`}`;
    return `<sup id="${id}"><a href="#footnote-${number}">${number}</a></sup>`;
  },
};

const beginning = /^\[\^([^\]\s]{1,100})\]:/;

export const footnoteDefinition: TokenizerAndRendererExtension = {
  name: 'footnoteDefinition',
  level: 'block',
  tokenizer(source) {
    const [begun, name] = beginning.exec(source) ?? [];
    if (begun === undefined) return undefined;
    const raw = source.slice(0, endOfNote(source));
    const text = raw
      .slice(begun.length)
      .trim()
      .replaceAll(/\n(?: {2,4}|\t)/g, '\n');
    return { type: 'footnoteDefinition', raw, name, tokens: this.lexer.blockTokens(text, []) };
  },
  renderer: () => '',
};

/** Finds the end of a note. Indented lines continue it, even after blank lines. */
function endOfNote(source: string): number {
  let end = endOfLine(source, 0);
  for (let at = end; at < source.length; ) {
    const next = endOfLine(source, at);
    const line = source.slice(at, next);
    if (/^(?: {2}|\t)/.test(line)) end = next;
    else if (line.trim() !== '') break;
    at = next;
  }
  return end;
}

function endOfLine(source: string, from: number): number {
  const at = source.indexOf('\n', from);
  return at === -1 ? source.length : at + 1;
}

/** Notes in the order in which the text first names them; those that it never names are left out, as on GitHub. */
export function numberFootnotes(tokens: Token[]): { text: Token[]; notes: Note[] } {
  const definitions = new Map<string, Definition>();
  for (const token of tokens) if (isDefinition(token) && !definitions.has(token.name)) definitions.set(token.name, token);
  if (definitions.size === 0) return { text: tokens, notes: [] };
  const text = tokens.filter((token) => !isDefinition(token));
  const notes: Note[] = [];
  const number = (reference: Reference) => {
    const found = definitions.get(reference.name);
    if (!found) return;
    let note = notes.find((one) => one.definition === found);
    if (!note) notes.push((note = { definition: found, times: 0 }));
    reference.number = notes.indexOf(note) + 1;
    reference.time = ++note.times;
  };
  for (const reference of referencesIn(text)) number(reference);
  // A note can name another one.
  for (const { definition } of notes) for (const reference of referencesIn(definition.tokens)) number(reference);
  return { text, notes };
}

export interface Note {
  definition: Definition;
  times: number;
}

export function renderFootnotes(notes: readonly Note[], render: (tokens: Token[]) => string): string {
  const items = notes.map(({ definition, times }, index) => {
    const id = `footnote-${index + 1}`;
    const back = Array.from({ length: times }, (_, time) => {
      const href = `#${id}-from${time === 0 ? '' : `-${time + 1}`}`;
      return ` <a href="${href}" title="Back to the text">^${time === 0 ? '' : `<sup>${time + 1}</sup>`}</a>`;
    }).join('');
    const html = render(definition.tokens).trimEnd();
    return `<li id="${id}">${html.endsWith('</p>') ? `${html.slice(0, -'</p>'.length)}${back}</p>` : `${html}${back}`}</li>`;
  });
  return `<hr><ol>${items.join('')}</ol>`;
}

const isDefinition = (token: Token): token is Definition => token.type === 'footnoteDefinition';

function* referencesIn(tokens: readonly Token[]): Generator<Reference> {
  for (const token of tokens) {
    if (token.type === 'footnoteReference') yield token as Reference;
    yield* referencesIn(childTokens(token));
  }
}
