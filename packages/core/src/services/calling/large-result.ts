import { dayMs, durationWords, parseExactly } from '@gatehouse/domain';
import { type Op, resultSummary, resultsFolder, type Store } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { newId } from '../../kernel/ids/ids.ts';
import type { JsonObject, ServiceResult, ServiceTarget } from '../../kernel/ports/service-port.ts';
import { createItem } from '../../workspace/items/save-item.ts';

/** Time for which a complete large result is kept (D50). */
export const resultMs = 7 * dayMs;

const maxFileName = 120;

/** Maximum bytes of a result that callers get as a whole. Undefined if the connection has no maximum. */
export function largestResultOf({ largestResult }: JsonObject): number | undefined {
  return typeof largestResult === 'number' ? largestResult : undefined;
}

export interface Called {
  target: Pick<ServiceTarget, 'config'>;
  toolSlug: string;
}

/**
 * Shortens texts beyond the connection's maximum. The answer has their beginning and the id of a file with the complete text, for
 * read_lines. // D50
 */
export function* keepLargeResult(context: ToolContext, { target, toolSlug }: Called, result: ServiceResult): Op<ServiceResult> {
  const most = largestResultOf(target.config);
  if (most === undefined || Buffer.byteLength(JSON.stringify(result)) <= most) return result;
  // Restore these notes later: the call is about the connection, not about the file.
  const { itemType, itemId } = context.call.notes;
  let room = most;
  const content: NonNullable<ServiceResult['content']> = [];
  for (const item of textsOf(result)) {
    const text = typeof item.text === 'string' ? item.text : undefined;
    const size = Buffer.byteLength(text ?? '');
    if (text === undefined || size <= room) content.push(item);
    else content.push({ ...item, text: yield* shortened(context, toolSlug, text, room) });
    room = Math.max(0, room - size);
  }
  Object.assign(context.call.notes, { itemType, itemId });
  return { content, ...(result.headers && { headers: result.headers }) };
}

/** Texts of a result. Structured content is added as text if there is no other text. */
function textsOf({ content = [], structuredContent }: ServiceResult): NonNullable<ServiceResult['content']> {
  if (structuredContent === undefined || content.some(({ text }) => typeof text === 'string')) return content;
  return [...content, { type: 'text', text: JSON.stringify(structuredContent) }];
}

function* shortened(context: ToolContext, toolSlug: string, text: string, room: number): Op<string> {
  const fileId = yield* keep(context, toolSlug, text);
  const bytes = Buffer.from(text);
  const beginning = bytes
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  const told = `these are the first ${Buffer.byteLength(beginning)} of ${bytes.length} bytes; the complete result is in file ${fileId} for ${durationWords(resultMs)}: read it with read_lines`;
  return `${beginning}\n\n[${told}]`;
}

function* keep(context: ToolContext, toolSlug: string, text: string): Op<string> {
  const name = `${toolSlug.replaceAll(/[^\w.-]+/g, '_').slice(0, maxFileName)}-${newId('req', context.now).slice('req_'.length)}.txt`;
  const file = yield* createItem(context, {
    type: 'file',
    name,
    folderId: yield* ownFolder(context),
    asksReview: false,
    kind: 'text',
    mimeType: 'text/plain',
    content: { text: inLines(text) },
    summary: resultSummary,
  });
  return file.id;
}

/** Folder for results, private to the person of the key. Unchanged results in it are removed after `resultMs`. */
function* ownFolder(context: ToolContext): Op<string> {
  const { store, viewer, now } = context;
  const known = yield* store.folders.ownPrivate(viewer.orgId, viewer.personId, resultsFolder);
  if (known !== undefined) return known;
  const id = newId('folder', now);
  const folder = { orgId: viewer.orgId, id, name: resultsFolder, ownerId: viewer.personId, visibility: 'private', createdAt: now } as const;
  yield* store.folders.create(folder, madeBy(context));
  return id;
}

/** Puts JSON on several lines: a part of a single long line would be unreadable. */
function inLines(text: string): string {
  const plain = text.toWellFormed().replaceAll('\0', '');
  if (!/^\s*[[{]/.test(plain)) return plain;
  try {
    return JSON.stringify(parseExactly(plain), null, 2);
  } catch {
    // It only looks like JSON.
    return plain;
  }
}

const resultsAtOnce = 50;

/** Removes expired results, but not those that were changed since. Returns their number. Any number of processes may run it together. */
export async function forgetResults(store: Store, now: number, signal?: AbortSignal): Promise<number> {
  let count = 0;
  const kept = { folderName: resultsFolder, summary: resultSummary, before: now - resultMs };
  for (;;) {
    const over = await store.read(() => store.trash.keptInFolders(kept, resultsAtOnce));
    for (const { orgId, id } of over) {
      if (signal?.aborted) return count;
      const forget = function* (): Op<boolean> {
        const claimed = yield* store.trash.claimKept(orgId, id, resultSummary);
        if (!claimed) return false;
        if (claimed.searchRow !== null) yield* store.search.remove(orgId, claimed.searchRow);
        yield* store.trash.purge(orgId, id);
        return true;
      };
      if (await store.perform(forget, { changes: true })) count++;
    }
    if (over.length < resultsAtOnce) return count;
  }
}
