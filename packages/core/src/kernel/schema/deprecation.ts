import type { z } from 'zod';

/** Announces that a tool, an argument or a field of a result will be removed from the contract (D71). */
export interface Deprecation {
  /** Day of the release that announced it, such as `2027-03-01`. */
  since: string;
  /** First day of a possible removal, in a release with a higher minor version. */
  sunset?: string;
  /** Replacement, for readers of the schema. */
  instead: string;
}

const deprecations = new WeakMap<z.core.$ZodType, Deprecation>();

/** Marks an argument or a field of a result as deprecated. */
export function deprecated<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  const words = [schema.description, deprecationWords(deprecation)].filter(Boolean).join('; ');
  const marked = schema.meta({ ...schema.meta(), description: words, deprecated: true });
  deprecations.set(marked, deprecation);
  return marked;
}

export function deprecationWords({ instead, sunset }: Deprecation): string {
  return `deprecated${sunset === undefined ? '' : `, may be removed from ${sunset}`}: use ${instead}`;
}

/** Deprecated arguments of a tool, by name. */
export function deprecatedArguments(input: z.ZodObject): [name: string, Deprecation][] {
  return Object.entries(input.shape).flatMap(([name, schema]) => {
    const deprecation = deprecations.get(schema as z.core.$ZodType);
    return deprecation ? [[name, deprecation]] : [];
  });
}
