import { isInexactNumber, isJsonObject } from '@gatehouse/domain';
import { encodeReserved, encodeValue } from './percent-encoding.ts';

/** Style for writing a value into an address, a header or a form. OpenAPI's styles are those of RFC 6570 and some more. */
export interface Style {
  name: string;
  style: string;
  explode: boolean;
  allowReserved?: true | undefined;
}

/** Separators between the entries of a list, including those of Swagger 2.0. */
const separators: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' };

/** The pairs of a query, a cookie or a form, encoded. Empty for null, an empty list and an empty object. */
export function pairsOf({ name: plainName, style, explode, allowReserved }: Style, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const name = encodeValue(plainName);
  const encode = (one: unknown) => (allowReserved ? encodeReserved(plainText(one)) : encodeValue(plainText(one)));
  if (style === 'deepObject') return deepPairs(name, value, encode);
  const list = listItems(value);
  const separator = separators[style] ?? ',';
  if (list) {
    if (explode) return list.map((item) => `${name}=${encode(item)}`);
    return list.length > 0 ? [`${name}=${list.map(encode).join(separator)}`] : [];
  }
  const fields = objectFields(value);
  if (!fields) return [`${name}=${encode(value)}`];
  if (explode) return fields.map(([key, inner]) => `${encodeValue(key)}=${encode(inner)}`);
  const flat = fields.map(([key, inner]) => `${encodeValue(key)}${separator}${encode(inner)}`);
  return flat.length > 0 ? [`${name}=${flat.join(separator)}`] : [];
}

/**
 * Writes `name[key]=value` at any depth. Lists of plain values are written as `name[]=value`, other lists with their indexes, so that the
 * fields of an item stay together.
 */
function deepPairs(name: string, value: unknown, encode: (one: unknown) => string): string[] {
  if (value === undefined || value === null) return [];
  const list = listItems(value);
  if (list?.every((item) => typeof item !== 'object' || isInexactNumber(item))) return list.map((item) => `${name}%5B%5D=${encode(item)}`);
  if (list) return list.flatMap((item, at) => deepPairs(`${name}%5B${at}%5D`, item, encode));
  const fields = objectFields(value);
  if (!fields) return [`${name}=${encode(value)}`];
  return fields.flatMap(([key, inner]) => deepPairs(`${name}%5B${encodeValue(key)}%5D`, inner, encode));
}

/** A part of the path. "" for an empty list or object. */
export function pathText({ name: plainName, style, explode, allowReserved }: Style, value: unknown): string {
  const encode = (one: unknown) => (allowReserved ? encodeReserved(plainText(one), 'path') : encodeValue(plainText(one)));
  const name = encodeValue(plainName);
  const list = listItems(value);
  const fields = objectFields(value);
  const isEmpty = (list ?? fields)?.length === 0;
  if (isEmpty) return '';
  const separator = separators[style] ?? ',';
  const items = list
    ? list.map(encode)
    : fields
      ? fields.map(([key, inner]) => `${encodeValue(key)}${explode ? '=' : separator}${encode(inner)}`)
      : [encode(value)];
  if (style === 'label') return `.${items.join(explode ? '.' : separator)}`;
  if (style !== 'matrix') return items.join(separator);
  if (explode && fields) return items.map((item) => `;${item}`).join('');
  const named = (text: string) => (text === '' ? `;${name}` : `;${name}=${text}`);
  return explode ? items.map(named).join('') : named(items.join(separator));
}

/** The text of a header, without encoding. */
export function headerText({ style, explode }: Style, value: unknown): string {
  const separator = decodeURIComponent(separators[style] ?? ',');
  const list = listItems(value);
  if (list) return list.map(plainText).join(separator);
  const fields = objectFields(value);
  if (!fields) return plainText(value);
  return fields.map(([key, inner]) => `${key}${explode ? '=' : separator}${plainText(inner)}`).join(separator);
}

export function plainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function listItems(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : undefined;
}

function objectFields(value: unknown): [string, unknown][] | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
}
