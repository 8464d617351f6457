import { type Extracted, type TextSource, textFailures, textSourceOfItem } from '@gatehouse/domain';
import type { Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { RetryWithText, wantedKey } from '../../kernel/ports/text-extractor.ts';
import { findVersion, isText, readVersionText } from '../items/content.ts';

/** Text of a version for reading: its own, or the text extracted from it. // D75 */
export function* readableText(context: ToolContext, item: VisibleItem, number: number): Op<string> {
  if (number === item.versionCount) {
    return isText(item) || !textSourceOfItem(item) ? yield* readVersionText(context, item, number) : yield* newestText(context, item);
  }
  const version = yield* findVersion(context, item, number);
  const source = version.kind === 'text' ? undefined : textSourceOfItem({ type: item.type, mimeType: version.mimeType });
  return source ? olderText(context, item, version, source) : yield* readVersionText(context, item, number);
}

/** Text of the newest version, which is stored. */
function* newestText({ store }: ToolContext, item: VisibleItem): Op<string> {
  const { orgId, id, versionCount } = item;
  const status = yield* store.extractedTexts.status(orgId, id, versionCount);
  if (status?.state === 'failed') throw noText(item, { state: 'failed', reason: status.reason ?? 'damaged' });
  if (status?.state === 'none') throw noText(item, { state: 'none' });
  const text = status?.state === 'ready' ? yield* store.extractedTexts.body(orgId, id, versionCount) : undefined;
  if (text !== undefined) return text;
  throw refusal('not_text', `the text of "${item.name}" is still being extracted; call again in a few seconds`);
}

/** Extracted between two runs of the program. */
function olderText(context: ToolContext, item: VisibleItem, version: StoredVersion, source: TextSource): string {
  const { orgId, id: itemId } = item;
  const extracted = context.call.effects.moved.extracted?.get(wantedKey({ itemId, version }));
  if (!extracted) throw new RetryWithText({ orgId, itemId, source, version });
  if (extracted.state !== 'ready') throw noText(item, extracted);
  return extracted.text;
}

function noText({ name }: VisibleItem, extracted: Exclude<Extracted, { state: 'ready' }>): GatewayError {
  const why = extracted.state === 'none' ? 'it contains none, like a scan' : textFailures[extracted.reason];
  return refusal('not_text', `no text could be extracted from "${name}": ${why}; get the file from downloadUrl of read_file`);
}
