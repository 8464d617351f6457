import { typeNames } from '../../kernel/words/type-names.ts';
import type { Kind } from './sought.ts';

const beginnings: Record<Kind, string> = {
  documents: 'item ',
  files: 'item ',
  skills: 'item ',
  tasks: 'task ',
  folders: 'folder ',
  agents: 'agent ',
  people: 'person ',
  services: 'connection ',
};
const named: Partial<Record<Kind, string>> = { documents: typeNames.doc, files: typeNames.file, skills: typeNames.skill };

/** True if a found entry is of a kind, by its identifier and its type name. */
export function isOfKind(kind: Kind, id: string, name: string): boolean {
  return id.startsWith(beginnings[kind]) && (named[kind] === undefined || named[kind] === name);
}
