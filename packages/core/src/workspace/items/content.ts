import { maxEditableBytes, textSourceOfItem } from '@gatehouse/domain';
import { type Op, type StoredBlob, type StoredVersion, sha256, type VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { readFileBytes } from '../files/file-bytes.ts';

/** Content of an item. Text is kept byte for byte (D16). Bytes that are stored already are not stored again. */
export type Content = { text: string } | { bytes: Buffer } | { stored: StoredBlob };

/** SHA-256 of a content. */
export function digestOf(content: Content): Buffer {
  if ('stored' in content) return content.stored.sha256;
  return sha256('text' in content ? Buffer.from(content.text) : content.bytes);
}

export function isText(item: VisibleItem): boolean {
  return item.kind === 'text' || item.kind === 'skill';
}

/** The current text of a document, skill or text file of any size. */
export function* readText(context: ToolContext, item: VisibleItem): Op<string> {
  requireText(item);
  const text = yield* context.store.contents.text(item.orgId, item.id);
  if (text !== undefined && isTextOf(item, text)) return text;
  return (yield* readVersionBytes(context, item, item.versionCount)).toString('utf8');
}

/**
 * True if a current text belongs to the item found before it. On Postgres each statement sees newer commits, so a reader can find one
 * version of an item and the text of the next.
 */
export function isTextOf({ sha256: expected }: Pick<VisibleItem, 'sha256'>, text: string): boolean {
  return sha256(Buffer.from(text)).equals(expected);
}

/** Reads a text for an edit. Larger texts can only be replaced with write_file. */
export function* readEditableText(context: ToolContext, item: VisibleItem): Op<string> {
  requireText(item);
  const text = yield* context.store.contents.text(item.orgId, item.id);
  if (text === undefined) {
    throw refusal(
      'too_large',
      `this text is larger than ${maxEditableBytes} bytes and cannot be edited in place; replace it with write_file`,
    );
  }
  return text;
}

function requireText(item: VisibleItem): void {
  if (isText(item)) return;
  const source = textSourceOfItem(item);
  if (source) {
    throw refusal(
      'not_text',
      `the text of "${item.name}" is extracted from the file (${source}) and cannot be edited; replace the file with write_file`,
    );
  }
  throw refusal(
    'not_text',
    `"${item.name}" is not text (${item.mimeType}); replace it with write_file, or get it from downloadUrl of read_file`,
  );
}

/** The text of one version of an item. */
export function* readVersionText(context: ToolContext, item: VisibleItem, number: number): Op<string> {
  if (number === item.versionCount) return yield* readText(context, item);
  return yield* textOfVersion(context, item, yield* findVersion(context, item, number));
}

/** Same for a version that was found already. */
export function* textOfVersion(context: ToolContext, item: VisibleItem, version: StoredVersion): Op<string> {
  const { number, kind } = version;
  if (number === item.versionCount) return yield* readText(context, item);
  if (kind !== 'text' && kind !== 'skill') throw refusal('not_text', `version ${number} of "${item.name}" is not text`);
  return (yield* versionBytes(context, item, version)).toString('utf8');
}

export function* readVersionBytes(context: ToolContext, item: VisibleItem, number: number): Op<Buffer> {
  return yield* versionBytes(context, item, yield* findVersion(context, item, number));
}

/** Finds a version by its number. The refusal names the existing numbers. */
export function* findVersion(context: ToolContext, item: VisibleItem, number: number): Op<StoredVersion> {
  if (number > item.versionCount) {
    throw refusal('invalid_argument', `argument "version": this item has versions 1 to ${item.versionCount}; list_versions lists them`);
  }
  const version = yield* context.store.versions.find(item.orgId, item.id, number);
  if (!version) throw noSuchItem();
  return version;
}

/** Content of an older version, to be saved again. Bytes are not copied: both versions share the blob, which is purged with the item. */
export function* versionContent(context: ToolContext, item: VisibleItem, version: StoredVersion): Op<Content> {
  const { kind, blobId, sha256, sizeBytes } = version;
  if (blobId !== null && kind !== 'text' && kind !== 'skill') return { stored: { id: blobId, sha256, sizeBytes } };
  return { text: (yield* versionBytes(context, item, version)).toString('utf8') };
}

function* versionBytes(context: ToolContext, item: VisibleItem, version: StoredVersion): Op<Buffer> {
  const { blobId } = version;
  if (blobId === null) return yield* context.store.versions.unpackText(item.orgId, item.id, version);
  // A text is never in the file store.
  if (version.kind === 'text' || version.kind === 'skill') return yield* context.store.contents.blob(blobId);
  return yield* readFileBytes(context, { ...version, blobId });
}
