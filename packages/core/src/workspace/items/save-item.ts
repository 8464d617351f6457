import { type FileKind, type ItemType, maxEditableBytes } from '@gatehouse/domain';
import { isReviewedWhenSaved } from '@gatehouse/domain/skills';
import { countLines, type FoundItem, type Item, type Op, type StoredBlob, type VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { storeFileBytes, storeInDatabase } from '../files/file-bytes.ts';
import { type KeptFiles, keepFiles } from '../files/keep-skill-files.ts';
import { type Content, digestOf } from './content.ts';
import { reviewCreation, reviewSave, reviewSkillSave } from './review-state.ts';
import type { ReviewedContent } from './reviewed-content.ts';

export interface NewItem {
  type: ItemType;
  name: string;
  folderId: string | null;
  /** True if the place of the item asks for review of agents' changes (D78). */
  asksReview: boolean;
  kind: FileKind;
  mimeType: string;
  content: Content;
  summary: string;
  description?: string | null;
  tags?: string[];
  isSystem?: boolean;
  isAgentMemory?: boolean;
  /** Files of a skill next to SKILL.md. */
  skillFiles?: KeptFiles;
}

/** Creates an item with version 1 (D19). */
export function* createItem(context: ToolContext, fresh: NewItem): Op<Item> {
  const { store, viewer, now, call } = context;
  const item: Item = {
    orgId: viewer.orgId,
    id: newId(fresh.type, now),
    type: fresh.type,
    name: fresh.name,
    folderId: fresh.folderId,
    kind: fresh.kind,
    mimeType: fresh.mimeType,
    sizeBytes: 0,
    totalLines: null,
    description: fresh.description ?? null,
    tags: fresh.tags ?? [],
    isSystem: fresh.isSystem ?? false,
    isAgentMemory: fresh.isAgentMemory ?? false,
    versionCount: 0,
    wholeVersion: null,
    lastChange: fresh.summary,
    sha256: Buffer.alloc(0),
    ...changer(context),
    manifest: null,
    reviewedVersion: null,
    reviewCount: 0,
    waitsSince: null,
    searchRow: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    deletedBy: null,
  };
  const withFiles = yield* withSkillFiles(context, item, fresh.skillFiles);
  const saved = yield* appendVersion(context, withFiles, fresh.content, { summary: fresh.summary });
  const indexed = { ...(yield* indexItem(context, saved, fresh.content)), ...(yield* reviewCreation(context, saved, fresh)) };
  yield* store.items.create(indexed);
  call.notes.itemType = item.type;
  call.notes.itemId = item.id;
  return indexed;
}

export interface ContentChange {
  content: Content;
  summary: string;
  kind?: FileKind;
  mimeType?: string;
  name?: string;
  description?: string | null;
  tags?: string[];
  /** Files of a skill next to SKILL.md: new ones, or an older version's manifest. If neither is given, the files stay the same. */
  skillFiles?: KeptFiles;
  manifest?: string | null;
  /** Marks a skill that a person saves without seeing its new content, such as one that was never reviewed. */
  needsReview?: boolean;
  /** Reviewed content after a decision about waiting changes (D78). */
  reviewed?: ReviewedContent;
}

/** Gives an item new content as its next version. The caller has found it for change and knows that the content differs (D19). */
export function* saveContent(context: ToolContext, item: FoundItem, change: ContentChange): Op<Item> {
  const { content, summary, skillFiles, needsReview = false, reviewed, ...details } = change;
  const review = yield* reviewSave(context, item, content, reviewed);
  const fresh: Item = { ...item, ...details, ...review, ...changer(context), updatedAt: context.now };
  const changed = yield* withSkillFiles(context, fresh, skillFiles);
  const saved = yield* appendVersion(context, changed, content, { summary, needsReview });
  if (!reviewed) yield* reviewSkillSave(context, item, saved);
  if (item.searchRow !== null) yield* context.store.search.remove(item.orgId, item.searchRow);
  const indexed = yield* indexItem(context, saved, content);
  yield* context.store.items.update(indexed, item, madeBy(context));
  return indexed;
}

/** Changes name, tags or description, or brings it back from the trash: no version, but a newer update (D19). */
export function* saveDetails(
  context: ToolContext,
  item: VisibleItem,
  details: Partial<
    Pick<Item, 'name' | 'tags' | 'description' | 'mimeType' | 'folderId' | 'deletedAt' | 'deletedBy' | 'reviewCount' | 'waitsSince'>
  >,
): Op<Item> {
  const changed: Item = { ...item, ...details, ...changer(context), updatedAt: context.now };
  if (item.searchRow !== null) yield* context.store.search.remove(item.orgId, item.searchRow);
  const body = item.type === 'doc' ? yield* context.store.contents.text(item.orgId, item.id) : undefined;
  const indexed = yield* indexItem(context, changed, { text: body ?? '' });
  yield* context.store.items.update(indexed, item, madeBy(context));
  return indexed;
}

/** True if the item already has exactly this content, and a skill these files: the change is then a no-op (D19). */
export function holdsContent(item: VisibleItem, content: Content, manifest: string | null = item.manifest): boolean {
  if (manifest !== item.manifest) return false;
  if (sizeOf(content) !== item.sizeBytes) return false;
  return item.sha256.equals(digestOf(content));
}

/** Refuses a change made against another version (D20). Call it after `holdsContent`: a change that is already there is not a conflict. */
export function refuseStale(item: { versionCount: number }, expectedVersionCount: number | undefined): void {
  if (expectedVersionCount === undefined || expectedVersionCount === item.versionCount) return;
  throw refusal(
    'stale_version',
    `this item now has version ${item.versionCount}, not ${expectedVersionCount}: read it again. If it already contains your change, do not repeat it; otherwise call again with expectedVersionCount ${item.versionCount}`,
  );
}

/** Author of this change. */
function changer({ call: { attribution } }: ToolContext): Pick<Item, 'changedBy' | 'changedByAgent' | 'changedThrough'> {
  return { changedBy: attribution.personId, changedByAgent: attribution.agentId, changedThrough: attribution.entrance };
}

function* withSkillFiles(context: ToolContext, item: Item, skillFiles: KeptFiles | undefined): Op<Item> {
  return skillFiles ? { ...item, manifest: yield* keepFiles(context, item.id, skillFiles) } : item;
}

interface Saving {
  summary: string;
  needsReview?: boolean;
}

function* appendVersion(context: ToolContext, item: Item, content: Content, { summary, needsReview = false }: Saving): Op<Item> {
  const {
    store,
    now,
    call: { attribution },
  } = context;
  const sizeBytes = sizeOf(content);
  const number = item.versionCount + 1;
  const { orgId, id: itemId, kind, mimeType, manifest } = item;
  const isPersonsSkill = item.type === 'skill' && isReviewedWhenSaved(attribution);
  const isUnseen = isPersonsSkill && needsReview;
  const details = { orgId, itemId, number, kind, mimeType, manifest, summary, at: now, attribution, needsReview: isUnseen };
  const saved: Item = { ...item, versionCount: number, sizeBytes, lastChange: summary, totalLines: null };
  if (isPersonsSkill && !isUnseen) saved.reviewedVersion = number;
  if ('text' in content) saved.totalLines = countLines(content.text);
  if ('text' in content && sizeBytes <= maxEditableBytes) {
    const appended = yield* store.versions.appendText(details, bytesOf(content), item.wholeVersion);
    yield* store.contents.putText(item.orgId, item.id, content.text);
    return { ...saved, ...appended };
  }
  const blob = yield* storeContent(context, content);
  yield* store.versions.appendBlob(details, blob);
  // Later texts start a new chain: the base of a difference is always the item's last whole text.
  yield* store.contents.removeText(item.orgId, item.id);
  return { ...saved, wholeVersion: null, sha256: blob.sha256 };
}

function* indexItem({ store }: ToolContext, item: Item, content: Content): Op<Item> {
  const searchRow = yield* store.search.nextRow(item.orgId);
  const body = item.type === 'doc' && 'text' in content ? content.text : '';
  yield* store.search.put({ orgId: item.orgId, searchRow, name: item.name, tags: item.tags, body });
  return { ...item, searchRow };
}

function* storeContent(context: ToolContext, content: Content): Op<StoredBlob> {
  if ('stored' in content) return content.stored;
  return 'text' in content ? yield* storeInDatabase(context, bytesOf(content)) : yield* storeFileBytes(context, content.bytes);
}

function sizeOf(content: Content): number {
  if ('stored' in content) return content.stored.sizeBytes;
  return 'text' in content ? Buffer.byteLength(content.text) : content.bytes.length;
}

function bytesOf(content: Exclude<Content, { stored: StoredBlob }>): Buffer {
  return 'text' in content ? Buffer.from(content.text, 'utf8') : content.bytes;
}
