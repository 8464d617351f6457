/** A clause as a sentence: with a capital letter and a full stop. */
export function sentence(clause: string): string {
  return `${clause[0]?.toUpperCase() ?? ''}${clause.slice(1)}${/[.?!]$/.test(clause) ? '' : '.'}`;
}
