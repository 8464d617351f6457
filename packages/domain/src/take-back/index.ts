export { type FieldRow, type FieldsTakenBack, takeFieldsBack } from './take-fields-back.ts';
export { type FilesTakenBack, type FilesVersion, takeFilesBack } from './take-files-back.ts';
export { type OpenPlace, type TextTakenBack, type TextVersion, takeTextBack } from './take-text-back.ts';
