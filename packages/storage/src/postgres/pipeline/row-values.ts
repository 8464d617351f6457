/** The values of a row as its statement promises them. Another value is a fault of ours, which must not travel on. */
export function numberIn(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`a number was promised, and ${typeof value} came`);
  return value;
}

export function textIn(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`a text was promised, and ${typeof value} came`);
  return value;
}
