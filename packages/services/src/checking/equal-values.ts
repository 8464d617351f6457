import { _, type FuncKeywordDefinition } from 'ajv';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { isKeyed } from '../kernel/guards.ts';
import { steps } from './steps.ts';

/**
 * `enum` and `const` with counted comparisons. Ajv compares an object with each value name by name, without a limit. Faults are reported as
 * ajv's own (`errors: false`), because faults that a function leaves are added to a copy of all faults found before.
 */
export const equalValues: FuncKeywordDefinition[] = [
  {
    keyword: 'enum',
    schemaType: 'array',
    errors: false,
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    compile: checkFor,
  },
  {
    keyword: 'const',
    errors: false,
    error: { message: 'must be equal to constant', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    compile: (value: unknown) => checkFor([value]),
  },
];

function checkFor(values: unknown[]): DataValidateFunction {
  const plain = new Set(values.filter((value) => !isKeyed(value)));
  const objects = values.filter(isKeyed);
  return (data: unknown) => (isKeyed(data) ? objects.some((value) => isEqual(data, value)) : plain.has(data));
}

function isEqual(data: unknown, value: unknown): boolean {
  steps.spend(1);
  if (!isKeyed(data) || !isKeyed(value)) return data === value;
  if (Array.isArray(data) !== Array.isArray(value)) return false;
  if (Array.isArray(data) && data.length !== value.length) return false;
  const names = Object.keys(data);
  steps.spend(names.length);
  if (names.length !== Object.keys(value).length) return false;
  return names.every((name) => Object.hasOwn(value, name) && isEqual(data[name], value[name]));
}
