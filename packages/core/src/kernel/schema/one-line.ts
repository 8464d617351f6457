/**
 * Returns JSON text as one line for every reader. It escapes line separators that JSON leaves unescaped. Readers such as Node's readline
 * end a line there and would wait for the rest of the message. In JSON they occur only in strings.
 */
export function oneLineOfJson(json: string): string {
  return separators.test(json) ? json.replaceAll(everySeparator, escaped) : json;
}

const separators = /[\u0085\u2028\u2029]/;
const everySeparator = new RegExp(separators, 'g');

function escaped(separator: string): string {
  return `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
