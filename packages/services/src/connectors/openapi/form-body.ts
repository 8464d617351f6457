import { recordOf } from '../../kernel/json.ts';
import { encodeField } from './percent-encoding.ts';
import type { BodyType, PropertyEncoding } from './request-body.ts';
import { pairsOf, plainText } from './styles.ts';

/**
 * An `application/x-www-form-urlencoded` body. Properties with a style in the document use that style. Others are written as fields of a
 * web form: lists by repeating the name, objects as JSON.
 */
export function formBody({ encoding = {} }: BodyType, value: unknown): string {
  return Object.entries(recordOf(value))
    .flatMap(([name, inner]) => fieldPairs(name, inner, encoding[name]))
    .join('&');
}

function fieldPairs(name: string, value: unknown, encoding: PropertyEncoding = {}): string[] {
  if (value === null || value === undefined) return [];
  if (hasStyle(encoding)) return pairsOf(styleOf(name, encoding), value);
  const pair = (text: string) => `${encodeField(name)}=${encodeField(text)}`;
  if (encoding.contentType !== undefined && isJson(encoding.contentType)) return [pair(JSON.stringify(value))];
  const items = Array.isArray(value) ? value.filter((item) => item !== null) : [value];
  return items.map((item) => pair(plainText(item)));
}

export function hasStyle({ style, explode, allowReserved }: PropertyEncoding): boolean {
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}

/** The style of a property, with the defaults of a query. */
export function styleOf(
  name: string,
  { style = 'form', explode = style === 'form' || style === 'deepObject', allowReserved }: PropertyEncoding,
) {
  return { name, style, explode, allowReserved };
}

export function isJson(mediaType: string): boolean {
  return /^[^,;]*[/+]json\b/i.test(mediaType.trim());
}
