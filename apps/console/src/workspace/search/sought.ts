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
