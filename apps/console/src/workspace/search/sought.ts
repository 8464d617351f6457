/** Search of the search page, as stored in its address. */
export interface Sought {
  q?: string;
  /** Only entries of this kind. */
  kind?: Kind;
}

export const kinds = ['documents', 'files', 'skills', 'tasks', 'folders', 'agents', 'people', 'services'] as const;
export type Kind = (typeof kinds)[number];

/** Reads the address and drops invalid values. */
export function readSought({ q, kind }: Record<string, unknown>): Sought {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '';
  const known = kinds.find((one) => one === kind);
  return { ...(text !== '' && { q: text }), ...(known && { kind: known }) };
}
