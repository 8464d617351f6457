import { itemTypes } from './vocabulary.ts';

/** Prefixes of identifiers, which have the form `<prefix>_<26 characters in base 32>`. */
export const idPrefixes = [
  'org',
  'person',
  'group',
  'account',
  'session',
  'link',
  'guess',
  'company',
  'signin',
  'passkey',
  'challenge',
  'agent',
  'client',
  'oauth',
  'seed',
  'step',
  'key',
  'folder',
  'doc',
  'file',
  'skill',
  'task',
  'comment',
  'blob',
  'conn',
  'acct',
  'authorization',
  'putback',
  'bulk',
  'webhook',
  'req',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/** True for the identifier of a group, with which a folder is shared like with a person (D77). */
export function isGroup(id: string): boolean {
  return id.startsWith('group_');
}

/** Type of the item that an identifier names. Undefined if it names none. */
export function itemTypeOf(id: string): (typeof itemTypes)[number] | undefined {
  return itemTypes.find((type) => id.startsWith(`${type}_`));
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeCharacters = 10;

/** Time in an identifier. The part after the prefix begins with it, so identifiers sort by time of creation. */
export function idTime(at: number): string {
  let time = '';
  for (let rest = at, index = 0; index < timeCharacters; index++, rest = Math.floor(rest / 32)) time = alphabet[rest % 32] + time;
  return time;
}
