/** A fault in the stored data. */
export interface Problem {
  check: CheckName;
  message: string;
  itemId?: string;
}

export type CheckName =
  | 'file'
  | 'log'
  | 'structure'
  | 'references'
  | 'migrations'
  | 'rows'
  | 'versions'
  | 'heads'
  | 'skills'
  | 'search'
  | 'activity'
  | 'secrets'
  | 'files';

/** Results of a check over rows: numbers of further rows checked, and problems. */
export type Findings = AsyncGenerator<Problem | number>;
