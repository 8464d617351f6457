/** What is looked for on the page of the search, as it stands in its address. */
export interface Sought {
  q?: string;
  /** Only what is of this kind. */
  kind?: Kind;
}

export const kinds = ['documents', 'files', 'skills', 'tasks', 'folders', 'agents', 'people', 'services'] as const;
export type Kind = (typeof kinds)[number];

/** Reads the address: what is no choice is left out. */
export function readSought({ q, kind }: Record<string, unknown>): Sought {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '';
  const known = kinds.find((one) => one === kind);
  return { ...(text !== '' && { q: text }), ...(known && { kind: known }) };
}

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
const named: Partial<Record<Kind, string>> = { documents: 'Document', files: 'File', skills: 'Skill' };

/** Whether something that is found is of a kind, by its identifier and by what it is called. */
export function isOfKind(kind: Kind, id: string, name: string): boolean {
  return id.startsWith(beginnings[kind]) && (named[kind] === undefined || named[kind] === name);
}
