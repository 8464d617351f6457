import { InvalidArgumentError } from '@commander-js/extra-typings';

export function readWholeNumber(text: string, from: number, to: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= from && number <= to) return number;
  throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`);
}
