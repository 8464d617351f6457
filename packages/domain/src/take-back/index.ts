export { type Claim, decide, type Entry, type EntryHistory, type Names, settleNames } from './decide.ts';
export { type FolderContents, type FolderEntry, isRestored, shareField } from './decide-folder.ts';
export { type ItemEntry, itemFieldsBack } from './decide-item.ts';
export type { TaskEntry } from './decide-task.ts';
export {
  amongFolders,
  type Body,
  type BodyChange,
  type Decision,
  expectationOf,
  isAmongFolders,
  type LeftReason,
  leftReasons,
  type MergedBody,
  type PlacedName,
  reasonOf,
} from './decision.ts';
export type { Place, Surroundings } from './surroundings.ts';
export { type FieldRow, type HistoryRow, type RunVersions, takeFieldsBack } from './take-fields-back.ts';
export { type FilesTakenBack, takeFilesBack } from './take-files-back.ts';
export { type OpenPlace, type TextTakenBack, type TextVersion, takeTextBack } from './take-text-back.ts';
