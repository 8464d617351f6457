import type { ItemType, TextSource } from './vocabulary.ts';

const sources: Record<string, TextSource> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'message/rfc822': 'eml',
};

/** MIME types of files that text is extracted from. */
export const extractableMimeTypes: readonly string[] = Object.keys(sources);

/** Format of a file that text is extracted from. Undefined for all other files. // D75 */
export function textSourceOf(mimeType: string): TextSource | undefined {
  return Object.hasOwn(sources, mimeType) ? sources[mimeType] : undefined;
}

/** Source of an item's text. Undefined for documents and skills, which are text themselves. */
export function textSourceOfItem({ type, mimeType }: { type: ItemType; mimeType: string }): TextSource | undefined {
  return type === 'file' ? textSourceOf(mimeType) : undefined;
}

/** Reasons why text could not be extracted, each as one plain sentence. // D75 */
export const textFailures = {
  password: 'the file is protected by a password',
  damaged: 'the file is damaged, or does not match its name',
  wrong_encoding: 'the file is not in the encoding that it names',
  has_entities: 'the file declares XML entities, which are never expanded',
  too_deep: 'the file is nested too deeply',
  too_many_parts: 'the file has too many parts',
  too_large: 'the unpacked file is larger than the limit',
  too_much_text: 'the file has more than 10 MiB of text',
  too_slow: 'reading the file takes more than 20 seconds of processor time',
  too_much_memory: 'reading the file takes too much memory',
} as const;

export type TextFailure = keyof typeof textFailures;
export const textFailureReasons = Object.keys(textFailures) as [TextFailure, ...TextFailure[]];

/** Result of an extraction. */
export type Extracted = { state: 'ready'; text: string } | { state: 'none' } | { state: 'failed'; reason: TextFailure };
