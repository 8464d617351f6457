import { maxServiceSlug } from '@gatehouse/domain';
import type { InputOf } from '../../kernel/calls/call.ts';
import { type AccessValues, accessArgument, noAccess } from './access-values.ts';
import type { KnownService } from './known-services.ts';

/** Typed address of a service. */
export interface PlaceValues {
  kind: 'mcp-http' | 'openapi';
  url: string;
  /** OpenAPI document from a file, in place of an address. */
  document: { name: string; text: string } | undefined;
  baseUrl: string;
  access: AccessValues;
}

export const noPlace: PlaceValues = { kind: 'mcp-http', url: '', document: undefined, baseUrl: '', access: noAccess };

export function placeOfKnown({ kind, url, access, keyName = '' }: KnownService): PlaceValues {
  return { ...noPlace, kind, url, access: { ...noAccess, type: access, keyName } };
}

/** Arguments for the gateway. */
export function placeArguments({ kind, url, document, baseUrl, access }: PlaceValues): InputOf<'check_service'> {
  const place = { kind, access: accessArgument(access) };
  if (kind === 'mcp-http') return { ...place, url: url.trim() };
  const source = document ? { document: document.text } : { url: url.trim() };
  return { ...place, ...source, ...(baseUrl.trim() !== '' && { baseUrl: baseUrl.trim() }) };
}

/** Common parts of host names, which do not identify a service. */
const common = new Set([
  'www',
  'api',
  'mcp',
  'docs',
  'com',
  'org',
  'net',
  'io',
  'dev',
  'app',
  'ai',
  'co',
  'gov',
  'localhost',
  'raw',
  'githubusercontent',
]);

/** Words of titles, which do not identify a service. */
const commonInTitles = new Set(['api', 'apis', 'rest', 'http', 'openapi', 'mcp', 'server', 'service', 'services', 'the']);

/** Suggests a short name for a service: the first two words of its title, otherwise a part of its address or of the name of its document. */
export function suggestService({ url, document }: Pick<PlaceValues, 'url' | 'document'>, title = ''): string {
  const words = shortName(title).split('-');
  const titled = words.filter((word) => word !== '' && !commonInTitles.has(word) && !/^v?\d+$/.test(word)).slice(0, 2);
  if (titled.length > 0) return shortName(titled.join('-'));
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const isNumber = /^[\d.:[\]]+$/.test(host);
  const part = document ? document.name.replace(/\.[^.]*$/, '') : isNumber ? '' : host.split('.').findLast((one) => !common.has(one));
  return shortName(part ?? '');
}

function shortName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxServiceSlug)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
}
