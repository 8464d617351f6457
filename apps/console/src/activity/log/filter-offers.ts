import { agentToolNames, entrances } from '@gatehouse/domain';
import type { Names } from '../../kernel/session/use-names.ts';
import { sentenceCase } from '../../kernel/words/code-words.ts';
import { fieldNames, valueWords } from './filter-words.ts';
import { type ActivityFilters, type Field, fields, outcomes, results } from './filters.ts';

/** A filter that can be chosen. */
export interface Offer {
  field: Field;
  value: string;
  /** `Outcome: Invalid request`. */
  label: string;
}

const known: Partial<Record<Field, readonly string[]>> = { result: results, entrance: entrances, outcome: outcomes, tool: agentToolNames };
/** Fields with known values, the most used first. */
const order: readonly Field[] = ['result', 'agentId', 'personId', 'tool', 'entrance', 'outcome', 'keyId'];
/** Fields that can have any value. */
const typed = fields.filter((field) => field === 'tool' || !order.includes(field));
const mostKnown = 50;

/** Filters that the typed words can mean: known values that have all the words, then the words themselves as a value. */
export function filterOffers(text: string, taken: ActivityFilters, choices: Names['choices']): Offer[] {
  const words = text
    .toLowerCase()
    .split(/[\s:]+/)
    .filter(Boolean);
  const offers = order
    .filter((field) => taken[field] === undefined)
    .flatMap((field) => choicesOf(field, choices).map(([value, name]) => offerOf(field, value, name)))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .slice(0, mostKnown);
  const free = typed.filter((field) => taken[field] === undefined).flatMap((field) => typedOffer(field, text));
  // A text that begins with the name of a field means that field.
  const [named] = free.filter(({ isNamed }) => isNamed).sort((one, other) => fieldNames[other.field].length - fieldNames[one.field].length);
  const own = (named ? [named] : free).map(({ isNamed: _, ...offer }) => offer);
  const isKnown = new Set(offers.map(keyOf));
  return [...offers, ...own.filter((offer) => !isKnown.has(keyOf(offer)))];
}

export const keyOf = ({ field, value }: Pick<Offer, 'field' | 'value'>) => `${field}:${value}`;

function choicesOf(field: Field, choices: Names['choices']): readonly (readonly [string, string])[] {
  return known[field]?.map((value) => [value, valueWords(field, value)] as const) ?? choices[field] ?? [];
}

const offerOf = (field: Field, value: string, name: string): Offer => ({
  field,
  value,
  label: `${sentenceCase(fieldNames[field])}: ${name}`,
});

function typedOffer(field: Field, text: string): (Offer & { isNamed: boolean })[] {
  const trimmed = text.trim();
  const name = fieldNames[field].toLowerCase();
  const after = trimmed.toLowerCase().startsWith(name) ? trimmed.slice(name.length) : '';
  const rest = /^[\s:]/.test(after) ? after.replace(/^[\s:]+/, '') || undefined : undefined;
  const value = rest ?? trimmed;
  return value === '' ? [] : [{ ...offerOf(field, value, value), isNamed: rest !== undefined }];
}
