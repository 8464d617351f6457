/** Search of the search page, as stored in its address. */
export interface Sought {
  q?: string;
  /** Only entries of this kind. */
  kind?: Kind;
  /** Finds only items in this folder and below it. */
  folder?: string;
  /** Finds only items that changed in this period. */
  changed?: Period;
}

/** Periods to choose from, in days. */
export const periods = { day: 1, week: 7, month: 30, year: 365 } as const;
export type Period = keyof typeof periods;

export const kinds = ['documents', 'files', 'skills', 'tasks', 'folders', 'agents', 'people', 'services'] as const;
export type Kind = (typeof kinds)[number];

/** Reads the address and drops invalid values. */
export function readSought({ q, kind, folder, changed }: Record<string, unknown>): Sought {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '';
  const known = kinds.find((one) => one === kind);
  return {
    ...(text !== '' && { q: text }),
    ...(known && { kind: known }),
    ...(typeof folder === 'string' && folder !== '' && { folder }),
    ...(typeof changed === 'string' && Object.hasOwn(periods, changed) && { changed: changed as Period }),
  };
}
