import type { Parser, Tokens } from 'marked';
import { sentenceCase } from '../../kernel/words/code-words.ts';

/** Beginning of each box that a task of a list has. Raw HTML cannot have it. */
export const taskBox = '<input type="checkbox" data-task';

export function renderTaskBox({ checked }: Tokens.Checkbox): string {
  return `${taskBox}${checked ? ' checked' : ''}> `;
}

const kinds = ['note', 'tip', 'important', 'warning', 'caution'];
const marker = /^<p>\[!([a-z]+)\](?:<br>|\n|(?=<\/p>))/i;

/** A quote that begins with `[!NOTE]` and the like is an alert, as on GitHub. */
export function renderAlert(this: { parser: Parser }, { tokens }: Tokens.Blockquote): string {
  const body = this.parser.parse(tokens);
  const [found, word = ''] = marker.exec(body) ?? [];
  const kind = word.toLowerCase();
  if (found === undefined || !kinds.includes(kind)) return `<blockquote>\n${body}</blockquote>\n`;
  const rest = `<p>${body.slice(found.length)}`.replace(/^<p><\/p>\n?/, '');
  return `<blockquote data-alert="${kind}">\n<p><strong>${sentenceCase(kind)}</strong></p>\n${rest}</blockquote>\n`;
}
