import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';
import { steps } from './steps.ts';

const isUnique: SchemaValidateFunction = (mustBe: boolean, items: unknown[]) => {
  if (!mustBe) return true;
  const known = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = canonicalText(item);
    const same = known.get(text);
    if (same !== undefined) {
      const message = `must NOT have duplicate items (items ## ${same} and ${index} are identical)`;
      isUnique.errors = [{ keyword: 'uniqueItems', message, params: { i: index, j: same } }];
      return false;
    }
    known.set(text, index);
  }
  return true;
};

/** Checks `uniqueItems` in linear time. Ajv compares each item with every other. */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  validate: isUnique,
};

/** Returns equal texts for equal values, whatever the order of their names. */
function canonicalText(value: unknown): string {
  steps.spend(4);
  if (typeof value === 'string') {
    steps.spendOn(value);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join()}}`;
}
