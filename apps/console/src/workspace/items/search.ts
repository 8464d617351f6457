import { readMoment } from '../past/read-moment.ts';

/** View of an item, as in the address. Empty for the newest version. */
export interface Shown {
  /** An older version, or what changed in one. */
  version?: number;
  /** The list of all versions is open. */
  history?: true;
  /** Edits its source. */
  edit?: true;
  /** File of a skill, unless it is SKILL.md. */
  file?: string;
  /** Words in its text to begin at. */
  find?: string;
  /** The moment that it is shown of. */
  asOf?: number;
}

/** Reads the address and drops invalid values. */
export function readShown({ version, history, edit, file, find, asOf }: Record<string, unknown>): Shown {
  const isNumber = typeof version === 'number' && Number.isInteger(version) && version > 0;
  return {
    ...(isNumber && { version }),
    ...(history === true && { history }),
    ...(edit === true && { edit }),
    ...(typeof file === 'string' && file !== '' && { file }),
    ...(typeof find === 'string' && find !== '' && { find }),
    ...readMoment(asOf),
  };
}
