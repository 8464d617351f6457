/** Reads values of a row with the type that the statement promises. Any other type is an internal fault and throws. */
export function numberIn(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`a number was promised, and ${typeof value} came`);
  return value;
}

export function textIn(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`a text was promised, and ${typeof value} came`);
  return value;
}
