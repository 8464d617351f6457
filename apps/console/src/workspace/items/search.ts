import { readMoment } from '../past/read-moment.ts';

/** What is shown of an item, as it stands in the address: nothing for the item as it is now. */
export interface Shown {
  /** An older version, or what changed in one. */
  version?: number;
  /** The list of all versions is open. */
  history?: true;
  /** Its source is edited. */
  edit?: true;
  /** A file of a skill, where it is not SKILL.md. */
  file?: string;
  /** Words in its text to begin at. */
  find?: string;
  /** The moment that it is shown of. */
  asOf?: number;
}

/** Reads the address: what is no choice is left out. */
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
