import { readSkill } from '../skills/skill-document.ts';
import { type Body, type BodyChange, concluded, type Decision, type LeftReason, type PlacedName, staying } from './decision.ts';
import { mayMove, type Surroundings } from './surroundings.ts';
import {
  type Existence,
  existenceOf,
  type FieldsTakenBack,
  type HistoryRow,
  knownFields,
  type RunVersions,
  takeFieldsBack,
  whyFieldsStay,
} from './take-fields-back.ts';

/** A document, file or skill in a take-back. */
export interface ItemEntry {
  kind: 'item';
  id: string;
  type: 'doc' | 'file' | 'skill';
  name: string;
  folderId: string | null;
  isDeleted: boolean;
  isSystem: boolean;
  isAgentMemory: boolean;
  rows: readonly HistoryRow[];
  versions: RunVersions;
  body: Body;
}

/** Fields of an item that people and agents set, apart from its body. The name of a skill is in its text. */
const fields: Record<ItemEntry['type'], readonly string[]> = {
  doc: ['name', 'folderId', 'tags', 'isAgentMemory'],
  file: ['name', 'folderId', 'tags', 'isAgentMemory'],
  skill: ['folderId', 'tags', 'isAgentMemory'],
};

/** Fields that an item gets back, without regard to rights. */
export function itemFieldsBack({ type, rows }: Pick<ItemEntry, 'type' | 'rows'>): FieldsTakenBack {
  return knownFields(takeFieldsBack(rows), (field) => fields[type].includes(field));
}

/** Decides each field of an item, its existence and its body by itself; names are settled over all entries afterwards. */
export function decideItem(item: ItemEntry, around: Surroundings): Decision {
  const decision = decideSlots(item, around);
  if (decision.outcome !== 'taken_back' || around.changeable.has(item.folderId ?? '')) return decision;
  // In a folder that the requester can only read, everything stays (D25.5).
  return staying('protected_item', item.isDeleted ? undefined : placeOf(item, item.folderId, item.name));
}

function decideSlots(item: ItemEntry, around: Surroundings): Decision {
  const existence = existenceOf({ ...item, isOwnCreation: item.versions.first === 1 });
  const taken = itemFieldsBack(item);
  const now: PlacedName = placeOf(item, item.folderId, item.name);
  const isProtected = item.isAgentMemory && taken.values.isAgentMemory !== false;
  if (existence.isDeleted ?? item.isDeleted) {
    if (item.isDeleted) return concluded({ reasons: whyInTrash(item, existence, taken), values: {} });
    if (isProtected || item.isSystem) return staying('protected_item', now);
    if (existence.isCreation) return concluded({ isDeleted: true, reasons: [], values: {} });
  }
  const change = changeOf(item, taken, around);
  const isMoved = existence.isDeleted !== undefined && existence.isDeleted !== item.isDeleted;
  const reasons = [...(existence.reason ? [existence.reason] : []), ...change.reasons];
  if (isProtected && (isMoved || change.body || Object.keys(change.values).length > 0))
    return staying('protected_item', item.isDeleted ? undefined : now);
  const decision = concluded({ ...change, reasons, ...(isMoved && { isDeleted: existence.isDeleted === true }) });
  if (decision.isDeleted) return decision;
  const target = placeOf(item, folderThen(item, change.values), change.name);
  return { ...decision, target, ...(isElsewhere(item, now, target) && { lostAt: lostAt(item) }) };
}

/** Reports changes that stay, because nothing in the trash can be set. */
function whyInTrash(item: ItemEntry, { reason, isCreation }: Existence, { values }: FieldsTakenBack): LeftReason[] {
  if (isCreation) return [];
  const isChanged = item.body.kind !== 'untouched';
  return reason || isChanged || Object.keys(values).length > 0 ? ['changed_since'] : [];
}

interface Change extends Pick<Decision, 'values' | 'reasons' | 'body' | 'merged'> {
  /** Its future name. */
  name: string;
}

function changeOf(item: ItemEntry, taken: FieldsTakenBack, around: Surroundings): Change {
  const values = { ...taken.values };
  const reasons = whyFieldsStay(taken);
  if ('folderId' in values && values.folderId !== item.folderId && !mayMove(item, values.folderId as string | null, around)) {
    delete values.folderId;
    reasons.push('protected_item');
  }
  const name = 'name' in values ? (values.name as string) : item.name;
  const { body } = item;
  if (body.kind === 'changed') reasons.push('changed_since');
  if (body.kind === 'older' && !body.isSame) {
    const named = nameIn(item, body.text) ?? name;
    return { values, reasons, name: named, body: { kind: 'version', number: body.number } };
  }
  if (body.kind !== 'merged') return { values, reasons, name };
  const { text, files, filesLeft, places, hadPlaces, isTextSame, areFilesSame } = body;
  const isSame = isTextSame && areFilesSame;
  // A person who keeps all of the others' words leaves the item as it is, which is not as it was before the run.
  if (places.length > 0 || filesLeft.length > 0 || (hadPlaces && isSame))
    reasons.push(item.versions.first === 1 ? 'others_worked_on_it' : 'changed_since');
  const saved: BodyChange = { kind: 'text', text, files: areFilesSame ? undefined : files };
  const merged = { openPlaces: places.length, filesLeft };
  return { values, reasons, name: nameIn(item, text) ?? name, merged, ...(!isSame && { body: saved }) };
}

/** Name of a skill in its text. */
function nameIn({ type }: ItemEntry, text: string | undefined): string | undefined {
  const skill = type === 'skill' && text !== undefined ? readSkill({ content: text }) : undefined;
  return skill?.ok ? skill.name : undefined;
}

function folderThen({ folderId }: ItemEntry, values: Record<string, unknown>): string | null {
  return 'folderId' in values ? (values.folderId as string | null) : folderId;
}

export function placeOf({ type }: ItemEntry, folderId: string | null, name: string): PlacedName {
  return { folderId, name: type === 'doc' ? undefined : name };
}

function isElsewhere({ isDeleted }: ItemEntry, now: PlacedName, target: PlacedName): boolean {
  return target.name !== undefined && (isDeleted || now.name !== target.name || now.folderId !== target.folderId);
}

/** First time at which the run took the name from it: by renaming, moving or deleting it. */
function lostAt({ rows, versions, type }: ItemEntry): number {
  const places = ['name', 'folderId', 'isDeleted'];
  const [row] = rows.filter(({ isOfRun, after }) => isOfRun && after && places.some((field) => Object.hasOwn(after, field)));
  const times = [row?.at, type === 'skill' ? versions.firstAt : undefined].filter((time) => time !== undefined);
  return times.length === 0 ? 0 : Math.min(...times);
}
