import type { Loose } from '../kit/world.ts';

/**
 * Finds fields in which results of the schema `now` can surprise a client that checks them against `then`: a required field that may be
 * missing, another type, or a new value in an enumeration. Fields may be added (D9).
 */
export function brokenPromises(then: Loose, now: Loose, where: string): string[] {
  if (now === undefined) return [`${where} is gone`];
  if (then === true || typeof then !== 'object') return [];
  if (then.anyOf) return brokenChoice(then.anyOf, now, where);
  if (now.anyOf) return now.anyOf.flatMap((one: Loose) => brokenPromises(then, one, where));
  if (then.type !== undefined && then.type !== now.type) return [`${where} was ${then.type} and is ${now.type}`];
  return [
    ...newWords(then, now, where),
    ...(then.items ? brokenPromises(then.items, now.items, `${where}[]`) : []),
    ...Object.entries(then.properties ?? {}).flatMap(([name, schema]) => brokenField(then, now, name, schema, where)),
  ];
}

/** Every alternative of now must have been one of then. */
function brokenChoice(then: Loose[], now: Loose, where: string): string[] {
  const alternatives: Loose[] = now.anyOf ?? [now];
  return alternatives
    .filter((one) => then.every((former) => brokenPromises(former, one, where).length > 0))
    .map((one) => `${where} may be ${one.type ?? 'something else'} now`);
}

function newWords(then: Loose, now: Loose, where: string): string[] {
  if (then.enum === undefined && then.const === undefined) return [];
  const words: Loose[] = then.enum ?? [then.const];
  return (now.enum ?? [now.const]).filter((word: Loose) => !words.includes(word)).map((word: Loose) => `${where} may say ${word} now`);
}

function brokenField(then: Loose, now: Loose, name: string, schema: Loose, where: string): string[] {
  const field = `${where}.${name}`;
  const wasPromised = then.required?.includes(name) ?? false;
  const isPromised = now.required?.includes(name) ?? false;
  if (wasPromised && !isPromised) return [`${field} may be missing now`];
  return brokenPromises(schema, now.properties?.[name], field);
}
