import { type ItemType, maxEditableBytes } from '@gatehouse/domain';
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
  /** A file of a skill beside SKILL.md; "" for the item's own text. */
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
  /** Where to go on; undefined at the end. */
  next: GrepPosition | undefined;
  /** How many texts were looked through. */
  scanned: number;
}

/** Limits of one call. The first text is always searched, whatever its size, as `find_text` does. */
const maxBytes = 4 * 1024 * 1024;
const maxItems = 100;
const batchBytes = 1024 * 1024;
const answerBytes = 64 * 1024;

/** Finds the lines that `find_text` would find, in all visible texts, newest first. Each call does a bounded part. */
export function* grepItems(context: ToolContext, request: GrepRequest): Op<GrepPage> {
  const page: GrepPage = { matches: [], next: request.after, scanned: 0 };
  const room: Room = { matches: request.limit, answerBytes, scannedBytes: maxBytes };
  const { candidates, isEnd } = yield* candidatesOf(context, request);
  const texts = new Map<string, string>();
  for (const [index, item] of candidates.entries()) {
    const resumed = item.id === request.after?.id ? request.after : { path: '', line: 0 };
    const main = () => textOf(context, candidates, index, texts);
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
  /** Gives undefined for a file that is not text. */
  read: () => Op<string | undefined>;
}

/** Texts of an item from a position on: its own, then the other files of a skill. */
function* textsOfItem(
  context: ToolContext,
  item: VisibleItem,
  resumed: Pick<GrepPosition, 'path' | 'line'>,
  main: () => Op<string>,
): Op<SearchedText[]> {
  const url = pageAddress(context, item.id);
  const own = { item, url, path: '', sizeBytes: item.sizeBytes, after: resumed.line, read: main };
  const files = inPathOrder(yield* context.store.skills.manifest(item.orgId, item.id, item.manifest)).filter(
    ({ path }) => path >= resumed.path,
  );
  const beside = files.map((file) => {
    const { path, sizeBytes } = file;
    return { item, url, path, sizeBytes, after: path === resumed.path ? resumed.line : 0, read: () => skillText(context, item, file) };
  });
  return isText(item) && resumed.path === '' ? [own, ...beside] : beside;
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

/** The visible items from the position on, newest first; text or not, so that few texts among many files cost no more. */
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
  // An item that was changed since keeps its place here: its order is that of the position, whatever it is by now.
  const begun = isStarted && after ? [{ ...started, updatedAt: after.updatedAt }] : [];
  return { candidates: [...begun, ...found.slice(0, maxItems)], isEnd };
}

/** The text of an item; those of the next ones come with it, to be found in `texts`, but for what is too large to be edited. */
function* textOf(context: ToolContext, items: readonly VisibleItem[], index: number, texts: Map<string, string>): Op<string> {
  const item = items[index] as VisibleItem;
  if (!texts.has(item.id)) {
    texts.clear();
    const batch = yield* context.store.contents.texts(context.viewer.orgId, batchFrom(items, index));
    for (const [id, text] of batch) texts.set(id, text);
  }
  return texts.get(item.id) ?? (yield* readText(context, item));
}

function batchFrom(items: readonly VisibleItem[], index: number): string[] {
  const ids: string[] = [];
  let bytes = 0;
  for (let at = index; at < items.length; at++) {
    const item = items[at] as VisibleItem;
    if (!isText(item) || item.sizeBytes > maxEditableBytes) continue;
    bytes += item.sizeBytes;
    if (ids.length > 0 && bytes > batchBytes) break;
    ids.push(item.id);
  }
  return ids;
}

/** Text of a skill's file other than SKILL.md; undefined if it is not text. */
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

/** Adds the lines found in one text; false when there was no room for all. */
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
