/** Something that is not as it must be. */
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

/** A check over rows yields how many more it has looked at, and what it found wrong. */
export type Findings = AsyncGenerator<Problem | number>;
