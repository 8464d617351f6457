const format = new Intl.NumberFormat('en-GB');

export function number(value: number): string {
  return format.format(value);
}

/** `1 key`, `2 keys`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${format.format(value)} ${value === 1 ? one : many}`;
}
