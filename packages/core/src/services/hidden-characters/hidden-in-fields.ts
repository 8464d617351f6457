import { findHiddenCharacters, type HiddenCharacters, spellHiddenCharacters } from '@gatehouse/domain';
import type { ServiceTool } from '@gatehouse/storage';
import { z } from 'zod';
import { hiddenShape } from '../../kernel/schema/hidden-shape.ts';

/** Hidden characters in one text of a tool, such as `description` or `inputSchema.properties.query.description`. */
interface HiddenInField extends HiddenCharacters {
  field: string;
}

export const hiddenInField = z.object({ field: z.string(), ...hiddenShape });
export const hiddenInFieldsShape = z.array(hiddenInField).optional();

/** Texts of a tool that agents read. */
export function textsOf({ title, description, ...rest }: Pick<ServiceTool, 'title' | 'description'> & Partial<ServiceTool>) {
  const { inputSchema, outputSchema, annotations } = rest;
  return { title, description, inputSchema, outputSchema, annotations };
}

const maxFields = 20;
const maxFieldName = 200;

/** Finds hidden characters in all texts of a value, including names of properties. Fields beyond the first ones are counted together. */
export function hiddenInFields(value: object): HiddenInField[] {
  const found: HiddenInField[] = [];
  const rest: [field: string, value: unknown][] = [['', value]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [field, inner] = next;
    const hidden = typeof inner === 'string' ? findHiddenCharacters(inner) : undefined;
    if (hidden) add(found, { field: spellHiddenCharacters(field), ...hidden });
    if (typeof inner !== 'object' || inner === null) continue;
    for (const [key, one] of Object.entries(inner).reverse()) {
      const name = (field === '' ? key : `${field}.${key}`).slice(0, maxFieldName);
      rest.push([name, one]);
      if (!Array.isArray(inner)) rest.push([`name of ${name}`, key]);
    }
  }
  return found;
}

function add(found: HiddenInField[], one: HiddenInField): void {
  const others = found[maxFields];
  if (others) others.count += one.count;
  else found.push(found.length < maxFields ? one : { field: 'other fields', count: one.count, first: [] });
}
