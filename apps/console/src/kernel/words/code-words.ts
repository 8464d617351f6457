const words: Partial<Record<string, string>> = { http: 'HTTP', mcp: 'MCP', console: 'Console', cli: 'CLI', ok: 'OK' };

/** Name of a code of the gateway: `Invalid request`. */
export function codeWords(code: string): string {
  return sentenceCase(codeInText(code));
}

/** Name of a code within a sentence: `invalid request`, `HTTP`. */
export function codeInText(code: string): string {
  return words[code] ?? code.replaceAll('_', ' ');
}

export function sentenceCase(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}
