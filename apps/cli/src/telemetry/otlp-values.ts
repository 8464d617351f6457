import { version } from '../version.ts';

export type AttributeValue = string | number | boolean | null | undefined;

/** Attributes in OTLP's JSON form, without those that have no value. */
export function attributesOf(values: Record<string, AttributeValue>): object[] {
  return renamedAttributes(
    values,
    Object.entries(values).map(([name]) => [name, name]),
  );
}

/** Attributes for some of the values, under other names. */
export function renamedAttributes<Name extends string>(
  values: Readonly<Partial<Record<Name, AttributeValue>>>,
  names: readonly (readonly [name: Name, key: string])[],
): object[] {
  const attributes: object[] = [];
  for (const [name, key] of names) {
    const value = values[name];
    if (value !== null && value !== undefined) attributes.push({ key, value: writtenValue(value) });
  }
  return attributes;
}

function writtenValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
}

/** Nanoseconds since the epoch, as a string: a number would lose the last digits. */
export function nanosOf(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  return `${BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6))}`;
}

export const scope = { name: 'gatehouse', version };
