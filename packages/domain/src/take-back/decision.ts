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

/** Decision about an entry of a take-back: plain data, the same for the preview and for the take-back. */
export interface Decision {
  outcome: TakeBackOutcome;
  /** Reasons why the entry stays, in whole or in part. `reasonOf` chooses the one to show. */
  reasons: LeftReason[];
  /** Values that fields get again. */
  values: Record<string, unknown>;
  /** True if an item moves to the trash, false if it is restored. Undefined if neither. */
  isDeleted?: boolean;
  body?: BodyChange;
  /** For a text or skill that others changed too. */
  merged?: { openPlaces: number; filesLeft: string[] };
  /** Its future place and name. Undefined in the trash. */
  target?: PlacedName;
  /** Time when it lost its target name. Undefined if it has the name now. */
  lostAt?: number;
  /** True if another entry or item keeps or gets its target name. It then gets the name with a number. */
  isNameTaken?: boolean;
  /** True for a deleted folder that is restored with its former content, whoever may restore it. */
  comesAlong?: boolean;
}

/** A version to be restored, or a text and files to be saved. */
export type BodyChange = { kind: 'version'; number: number } | { kind: 'text'; text: string; files: readonly SkillFile[] | undefined };

/**
 * A name in a place where names are unique. For items, the place is their folder, or null outside of folders. For folders, see
 * `amongFolders`.
 */
export interface PlacedName {
  folderId: string | null;
  /** Undefined if the name need not be unique. */
  name: string | undefined;
}

const folderMark = '/';

/** Place for the names of folders in a folder, or of top folders (null). */
export function amongFolders(parentId: string | null): string {
  return `${folderMark}${parentId ?? ''}`;
}

/** True if a place is for names of folders. */
export function isAmongFolders(place: string | null): boolean {
  return place?.startsWith(folderMark) === true;
}

/** The run's changes to a body. */
export type Body =
  | { kind: 'untouched' }
  /** The run wrote the whole text. */
  | { kind: 'own' }
  /** Only the run changed it: the version before. The text of a skill is included, because it contains the name. */
  | { kind: 'older'; number: number; isSame: boolean; text?: string | undefined }
  | MergedBody
  /** Others changed it too, and it is not merged. */
  | { kind: 'changed' };

/** Others changed it too: the merged result, and if it equals the present state. */
export interface MergedBody {
  kind: 'merged';
  text: string;
  places: readonly OpenPlace[];
  /** True if there were such places, before a person chose for them. */
  hadPlaces: boolean;
  files: readonly SkillFile[] | undefined;
  filesLeft: string[];
  isTextSame: boolean;
  areFilesSame: boolean;
}

/** Order of priority of the reasons. The first one is shown. */
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

/** Expected result of an entry in a preview (D66.8). */
export function expectationOf(decision: Pick<Decision, 'outcome' | 'reasons' | 'merged'>): TakeBackExpectation {
  if ((decision.merged?.openPlaces ?? 0) > 0) return 'needs_you';
  if (decision.outcome !== 'taken_back') return decision.outcome;
  return decision.merged || decision.reasons.length > 0 ? 'merged' : 'as_before';
}

/** Leaves a subject as it is, under its present name. `target` is undefined in the trash. */
export function staying(reason: LeftReason, target: PlacedName | undefined): Decision {
  return concluded({ reasons: [reason], values: {}, ...(target && { target }) });
}

/** Adds the outcome, which follows from the changes and from the reasons to stay. */
export function concluded(decision: Omit<Decision, 'outcome'>): Decision {
  const { isDeleted, body, values, reasons } = decision;
  const isChanged = isDeleted !== undefined || body !== undefined || Object.keys(values).length > 0;
  return { ...decision, outcome: isChanged ? 'taken_back' : reasons.length > 0 ? 'left' : 'unchanged' };
}
