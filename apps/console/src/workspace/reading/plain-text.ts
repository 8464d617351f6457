import type { Token } from 'marked';
import { childTokens } from './child-tokens.ts';

/** Visible text of a part of a text in markdown. `ofText` can change text that has no markup. */
export function plainText(token: Token, ofText: (text: string) => string = (text) => text): string {
  const children = childTokens(token);
  if (children.length > 0) return children.map((child) => plainText(child, ofText)).join('');
  if (token.type === 'html' || !('text' in token)) return '';
  return token.type === 'text' ? ofText(String(token.text)) : String(token.text);
}
