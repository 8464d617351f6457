import type { Token, Tokens } from 'marked';

/** Tokens within a token: items of a list, words of cells, parts of a paragraph. */
export function childTokens(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
  }
  return 'tokens' in token && token.tokens ? token.tokens : [];
}
