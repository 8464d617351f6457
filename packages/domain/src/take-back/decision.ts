import type { SkillFile } from '../skills/skill-files.ts';
import type { TakeBackExpectation, TakeBackOutcome } from '../vocabulary.ts';
import type { OpenPlace } from './take-text-back.ts';

export const leftReasons = [
  'changed_since',
  'no_history',
  'name_taken',
  'protected_item',
  'not_there',
  'others_worked_on_it',
  'left_out',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** What an entry of a take-back becomes: plain data, the same for a preview and for doing it. */
export interface Decision {
  outcome: TakeBackOutcome;
  /** Why all or a part of it stays: the first counts. */
  reasons: LeftReason[];
  /** Values that fields get again. */
  values: Record<string, unknown>;
  /** Whether an item goes to the trash or comes out of it; undefined: it stays where it is. */
  isDeleted?: boolean;
  body?: BodyChange;
  /** Of a text or skill that others changed too. */
  merged?: { openPlaces: number; filesLeft: string[] };
  /** Where it will be; undefined for the trash. */
  target?: PlacedName;
  /** When it lost its target name; undefined if it has it now. */
  lostAt?: number;
  /** Something else keeps its target name, or gets it: it gets the name with a number. */
  isNameTaken?: boolean;
  /** A deleted folder that comes back with something that was in it, whoever may restore it. */
  comesAlong?: boolean;
}

/** A version to be restored, or a text and files to be saved. */
export type BodyChange = { kind: 'version'; number: number } | { kind: 'text'; text: string; files: readonly SkillFile[] | undefined };

/** A place in which names differ: a folder, outside of folders (null), or the folders themselves. */
export interface PlacedName {
  folderId: string | null;
  /** Undefined for what may share its name. */
  name: string | undefined;
}

/** Where the names of folders are. */
export const amongFolders = '/';

/** A body as far as the run changed it. */
export type Body =
  | { kind: 'untouched' }
  /** The run wrote all of it. */
  | { kind: 'own' }
  /** Only the run changed it: the version before. A skill's text, because that names it. */
  | { kind: 'older'; number: number; isSame: boolean; text?: string | undefined }
  | MergedBody
  /** Others changed it too, and it is not merged. */
  | { kind: 'changed' };

/** Others changed it too: the result, and what it is now. */
export interface MergedBody {
  kind: 'merged';
  text: string;
  places: readonly OpenPlace[];
  files: readonly SkillFile[] | undefined;
  filesLeft: string[];
  isTextSame: boolean;
  areFilesSame: boolean;
}

/** Reasons in the order in which one stands for all. */
const order: readonly LeftReason[] = [
  'left_out',
  'not_there',
  'name_taken',
  'protected_item',
  'others_worked_on_it',
  'changed_since',
  'no_history',
];

export function reasonOf({ reasons }: Pick<Decision, 'reasons'>): LeftReason | null {
  return order.find((reason) => reasons.includes(reason)) ?? null;
}

/** A preview's one word for an entry (D66.8). */
export function expectationOf(decision: Pick<Decision, 'outcome' | 'reasons' | 'merged'>): TakeBackExpectation {
  if ((decision.merged?.openPlaces ?? 0) > 0) return 'needs_you';
  if (decision.outcome !== 'taken_back') return decision.outcome;
  return decision.merged || decision.reasons.length > 0 ? 'merged' : 'as_before';
}

/** Its outcome follows from what is changed, and from what stays. */
export function concluded(decision: Omit<Decision, 'outcome'>): Decision {
  const { isDeleted, body, values, reasons } = decision;
  const isChanged = isDeleted !== undefined || body !== undefined || Object.keys(values).length > 0;
  return { ...decision, outcome: isChanged ? 'taken_back' : reasons.length > 0 ? 'left' : 'unchanged' };
}
