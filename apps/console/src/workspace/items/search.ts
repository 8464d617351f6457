import { readMoment } from '../past/read-moment.ts';

/** View of an item, as stored in the address. Empty for the newest version. */
export interface Shown {
  /** An older version, or the changes in it. */
  version?: number;
  /** The list of all versions is open. */
  history?: true;
  /** True shows the comments panel. */
  comments?: true;
  /** Comment or answer to show. */
  comment?: string;
  /** The source is being edited. */
  edit?: true;
  /** File of a skill, unless it is SKILL.md. */
  file?: string;
  /** Words to find and scroll to in the text. */
  find?: string;
  /** Moment in the past at which the item is shown. */
  asOf?: number;
}

/** Reads the address and drops invalid values. */
export function readShown({ version, history, comments, comment, edit, file, find, asOf }: Record<string, unknown>): Shown {
  const isNumber = typeof version === 'number' && Number.isInteger(version) && version > 0;
  return {
    ...(isNumber && { version }),
    ...(history === true && { history }),
    ...(comments === true && { comments }),
    ...(typeof comment === 'string' && comment !== '' && { comment }),
    ...(edit === true && { edit }),
    ...(typeof file === 'string' && file !== '' && { file }),
    ...(typeof find === 'string' && find !== '' && { find }),
    ...readMoment(asOf),
  };
}
