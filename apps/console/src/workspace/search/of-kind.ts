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

/** Whether something that is found is of a kind, by its identifier and by what it is called. */
export function isOfKind(kind: Kind, id: string, name: string): boolean {
  return id.startsWith(beginnings[kind]) && (named[kind] === undefined || named[kind] === name);
}
