const format = new Intl.NumberFormat('en-GB');

export function number(value: number): string {
  return format.format(value);
}

/** `1 key`, `2 keys`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${format.format(value)} ${value === 1 ? one : many}`;
}

/** Formats the number of loaded entries, as `25+` if there can be more. */
export function numberSoFar(value: number, isMore: boolean): string {
  return `${number(value)}${isMore ? '+' : ''}`;
}

/** Words for a count of entries loaded so far: `25+ keys` if there can be more. */
export function countSoFar(value: number, isMore: boolean, one: string, many = `${one}s`): string {
  return isMore ? `${numberSoFar(value, isMore)} ${many}` : count(value, one, many);
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Reads a size as people type it: `262144`, `256 KiB`, `256 kb`, `1.5 M`. NaN for anything else. */
export function readBytes(text: string): number {
  const [, amount = '', unit = ''] = /^(\d[\d,]*(?:\.\d+)?)\s*(?:([kmgt]?)(?:i?b)?|bytes?)$/i.exec(text.trim()) ?? [];
  if (amount === '') return Number.NaN;
  return Math.round(Number(amount.replaceAll(',', '')) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' '));
}

/** The same size as `bytes` if that is exact, otherwise the number of bytes: for a field. */
export function exactBytes(value: number): string {
  return readBytes(bytes(value)) === value ? bytes(value) : String(value);
}

/** `512 bytes`, `1.8 MiB`: at most one decimal. */
export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  const amount = value / 1024 ** power;
  return `${format.format(amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount))} ${value === 1 ? 'byte' : units[power]}`;
}
