import { type ItemType, maxEditableBytes, textSourceOfItem } from '@gatehouse/domain';
import { inPathOrder, type SkillFile } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { pageAddress } from '../../kernel/context/page-address.ts';
import { describeFile } from '../files/kind.ts';
import { findLines, shownLine } from '../text/find-text.ts';
import { isText, readText } from './content.ts';

export interface GrepRequest {
  query: string;
  types: readonly ItemType[];
  folderId: string | undefined;
  limit: number;
  after: GrepPosition | undefined;
}

/** Last line returned of a text, with the text's place in the order. With an empty path and line 0, the whole item is done. */
export interface GrepPosition {
  updatedAt: number;
  id: string;
  /** File of a skill next to SKILL.md. "" for the item's own text. */
  path: string;
  line: number;
}

export interface LineMatch {
  type: ItemType;
  id: string;
  title: string;
  path?: string;
  line: number;
  text: string;
  clipped?: true;
  url: string;
}

export interface GrepPage {
  matches: LineMatch[];
  /** Position after this page. Undefined at the end. */
  next: GrepPosition | undefined;
  /** Number of texts searched. */
  scanned: number;
}

/** Limits of one call. The first text is always searched, whatever its size, as `find_text` does. */
const maxBytes = 4 * 1024 * 1024;
const maxItems = 100;
const batchBytes = 1024 * 1024;
const answerBytes = 64 * 1024;

/** Finds the lines that `find_text` would find, in all visible texts, newest first. Each call searches a bounded part. */
export function* grepItems(context: ToolContext, request: GrepRequest): Op<GrepPage> {
  const page: GrepPage = { matches: [], next: request.after, scanned: 0 };
  const room: Room = { matches: request.limit, answerBytes, scannedBytes: maxBytes };
  const { candidates, isEnd } = yield* candidatesOf(context, request);
  const read: ReadTexts = { texts: new Map(), sizes: yield* readableSizes(context, candidates) };
  for (const [index, item] of candidates.entries()) {
    const resumed = item.id === request.after?.id ? request.after : { path: '', line: 0 };
    const sizeBytes = read.sizes.get(item.id);
    const main = sizeBytes === undefined ? undefined : { sizeBytes, read: () => textOf(context, candidates, index, read) };
    for (const searched of yield* textsOfItem(context, item, resumed, main)) {
      if (!(yield* searchIn(page, room, request, searched))) return page;
    }
    page.next = { updatedAt: item.updatedAt, id: item.id, path: '', line: 0 };
  }
  return isEnd ? { ...page, next: undefined } : page;
}

interface SearchedText {
  item: VisibleItem;
  url: string;
  path: string;
  sizeBytes: number;
  after: number;
  /** Returns undefined for a file that is not text. */
  read: () => Op<string | undefined>;
}

/** Texts of an item from a position on: its own, then the other files of a skill. */
function* textsOfItem(
  context: ToolContext,
  item: VisibleItem,
  resumed: Pick<GrepPosition, 'path' | 'line'>,
  main: Pick<SearchedText, 'sizeBytes' | 'read'> | undefined,
): Op<SearchedText[]> {
  const url = pageAddress(context, item.id);
  const files = inPathOrder(yield* context.store.skills.manifest(item.orgId, item.id, item.manifest)).filter(
    ({ path }) => path >= resumed.path,
  );
  const beside = files.map((file) => {
    const { path, sizeBytes } = file;
    return { item, url, path, sizeBytes, after: path === resumed.path ? resumed.line : 0, read: () => skillText(context, item, file) };
  });
  return main && resumed.path === '' ? [{ item, url, path: '', after: resumed.line, ...main }, ...beside] : beside;
}

/** Adds the lines of one text to a page. Returns false if the page ends before or within this text. */
function* searchIn(page: GrepPage, room: Room, { query }: GrepRequest, searched: SearchedText): Op<boolean> {
  const { item, path, sizeBytes, after } = searched;
  const isBegun = after > 0;
  if (!isBegun && path !== '') page.next = { updatedAt: item.updatedAt, id: item.id, path, line: 0 };
  if (room.matches === 0 || (page.scanned > 0 && sizeBytes > room.scannedBytes)) return false;
  room.scannedBytes -= sizeBytes;
  page.scanned++;
  const text = yield* searched.read();
  return text === undefined || collect(page, room, { ...searched, text, found: findLines({ text, query, limit: room.matches, after }) });
}

/**
 * Returns visible items from the position on, newest first. Items without text are included, so that few texts among many files cost no
 * more.
 */
function* candidatesOf(context: ToolContext, { types, folderId, after }: GrepRequest): Op<{ candidates: VisibleItem[]; isEnd: boolean }> {
  const started =
    after && (after.line > 0 || after.path !== '') ? yield* context.store.items.visible(context.viewer, 'any', after.id) : undefined;
  const isStarted = started !== undefined && types.includes(started.type) && (folderId === undefined || started.folderId === folderId);
  const found: VisibleItem[] = [];
  for (const sort of types) {
    found.push(...(yield* context.store.items.newest({ viewer: context.viewer, sort, folderId, after, limit: maxItems + 1 })));
  }
  found.sort((left, right) => right.updatedAt - left.updatedAt || (left.id < right.id ? 1 : -1));
  const isEnd = found.length <= maxItems;
  // Keeps the started item at its position, even if it was changed since.
  const begun = isStarted && after ? [{ ...started, updatedAt: after.updatedAt }] : [];
  return { candidates: [...begun, ...found.slice(0, maxItems)], isEnd };
}

/** Known texts of candidates, by item. */
interface ReadTexts {
  /** Texts that were read together and wait to be searched. */
  texts: Map<string, string>;
  /** Bytes of the text of each item that has one, its own or an extracted one (D75). */
  sizes: ReadonlyMap<string, number>;
}

function* readableSizes({ store, viewer }: ToolContext, items: readonly VisibleItem[]): Op<Map<string, number>> {
  const sizes = new Map(items.filter(isText).map(({ id, sizeBytes }) => [id, sizeBytes]));
  const versions = new Map(
    items.filter((item) => !isText(item) && textSourceOfItem(item)).map(({ id, versionCount }) => [id, versionCount]),
  );
  if (versions.size === 0) return sizes;
  for (const { itemId, version, sizeBytes } of yield* store.extractedTexts.sizes(viewer.orgId, [...versions.keys()])) {
    if (versions.get(itemId) === version) sizes.set(itemId, sizeBytes);
  }
  return sizes;
}

/** Text of an item. Reads the next texts along with it, except those too large to edit. */
function* textOf(context: ToolContext, items: readonly VisibleItem[], index: number, { texts, sizes }: ReadTexts): Op<string | undefined> {
  const item = items[index] as VisibleItem;
  if (!texts.has(item.id)) {
    texts.clear();
    const batch = yield* context.store.contents.readableTexts(context.viewer.orgId, batchFrom(items, index, sizes));
    for (const [id, text] of batch) texts.set(id, text);
  }
  return texts.get(item.id) ?? (isText(item) ? yield* readText(context, item) : undefined);
}

function batchFrom(items: readonly VisibleItem[], index: number, sizes: ReadonlyMap<string, number>): string[] {
  const ids: string[] = [];
  let bytes = 0;
  for (let at = index; at < items.length; at++) {
    const { id } = items[at] as VisibleItem;
    const sizeBytes = sizes.get(id);
    if (sizeBytes === undefined || sizeBytes > maxEditableBytes) continue;
    bytes += sizeBytes;
    if (ids.length > 0 && bytes > batchBytes) break;
    ids.push(id);
  }
  return ids;
}

/** Text of a skill's file other than SKILL.md. Undefined if it is not text. */
function* skillText({ store }: ToolContext, { orgId, id }: VisibleItem, { path, sha256 }: SkillFile): Op<string | undefined> {
  const bytes = (yield* store.skills.bytes(orgId, id, [sha256])).get(sha256);
  return bytes && describeFile({ bytes, name: path }).isText ? bytes.toString('utf8') : undefined;
}

/** Remaining room within the limits of a call. */
interface Room {
  matches: number;
  answerBytes: number;
  scannedBytes: number;
}

interface Searched extends Pick<SearchedText, 'item' | 'url' | 'path'> {
  text: string;
  found: ReturnType<typeof findLines>;
}

/** Adds the lines found in one text. False if there was no room for all. */
function collect(page: GrepPage, room: Room, { item, url, path, text, found }: Searched): boolean {
  for (const hit of found.first) {
    const place = { type: item.type, id: item.id, title: item.name, ...(path !== '' && { path }) };
    const match = { ...place, line: hit.number, ...shownLine(text, hit), url };
    room.answerBytes -= Buffer.byteLength(JSON.stringify(match));
    if (room.answerBytes < 0 && page.matches.length > 0) return false;
    page.matches.push(match);
    room.matches--;
    page.next = { updatedAt: item.updatedAt, id: item.id, path, line: hit.number };
  }
  return !found.hasMore;
}
