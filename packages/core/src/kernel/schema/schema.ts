import { cleanName, cleanTags, isBlank, isOneLine, maxAgentName } from '@gatehouse/domain';
import { z } from 'zod';

/** Building blocks of tool schemas, so that one rule has one wording everywhere. Lengths count code points (D16). */

const identifiers = new WeakSet<z.ZodType>();

/** Opaque identifier. Its form is not checked: an invalid one gets the answer for an unknown identifier (D5). */
export function identifier(description: string) {
  const schema = z.string().min(1).max(200).describe(description);
  identifiers.add(schema);
  return schema;
}

/** True for identifiers, including optional ones: `""` then means "not given" (D2). */
export function isIdentifier(schema: z.ZodType): boolean {
  return identifiers.has(unwrap(schema));
}

/** Inner schema of optional, nullable and default ones. */
export function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

/** A page size: a whole number from 1. Values out of range are refused, never clamped (D2). */
export function pageLimit(standard: number, maximum: number, what: string) {
  return z.int().min(1).max(maximum).default(standard).describe(`maximum ${what}`);
}

export function cursor() {
  return z.string().max(1000).optional().describe('previous nextCursor');
}

/** Position in a list that is ordered by identifiers. */
export const idPosition = z.tuple([z.string()]);

export function agentName() {
  return z.string().max(maxAgentName).optional().describe('agent name for the log');
}

/** One line of text that is not blank. */
export function line(maximum: number, description: string) {
  return z
    .string()
    .max(maximum)
    .refine((text) => !isBlank(text), { error: 'must not be empty' })
    .refine(isOneLine, { error: 'must be one line, without line breaks' })
    .describe(description);
}

export function expectedVersionCount() {
  return z.int().min(1).optional().describe('refuse if versionCount differs');
}

/** A time in milliseconds since the Unix epoch. */
export const time = z.int();

/** A name, title or tag, cleaned to one visible line in NFC (D16). `maximum` counts code points. */
export function name(maximum: number, description: string) {
  return z
    .string()
    .meta({ description, minLength: 1, maxLength: maximum })
    .transform((text, check) => {
      const clean = cleanName(text, { argument: 'it', maximum });
      if (clean.ok) return clean.name;
      check.issues.push({ code: 'custom', message: `: ${clean.message}`, input: text });
      return z.NEVER;
    });
}

export function tags() {
  return z
    .array(z.string())
    .meta({ description: 'up to 20 tags of up to 50 characters' })
    .transform((texts, check) => {
      const clean = cleanTags(texts);
      if (clean.ok) return clean.tags;
      check.issues.push({ code: 'custom', message: `: ${clean.message}`, input: texts });
      return z.NEVER;
    });
}
