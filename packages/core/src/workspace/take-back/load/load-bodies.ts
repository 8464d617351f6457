import { maxTextBytes } from '@gatehouse/domain';
import { checkSkillFiles, readSkill, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import { type Body, type FilesTakenBack, type MergedBody, type TextTakenBack, takeFilesBack } from '@gatehouse/domain/take-back';
import {
  manifestHash,
  type Op,
  type StoredVersion,
  sha256,
  type TakeBackPlan,
  type VersionKey,
  type VisibleItem,
} from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { isText } from '../../items/content.ts';
import type { MadeVersions } from './changes-of-run.ts';
import { isSkill, mergeTexts, readTexts, type TextWithChoices, withChoices } from './merge-texts.ts';

/** Maximum bytes of all versions of a merged text. */
const maxBytes = 8 * 1024 * 1024;
const maxSeries = 20;

/** An item whose body the run may have changed. */
export interface BodyToLoad {
  item: VisibleItem;
  plan: TakeBackPlan;
  versions: MadeVersions;
}

export interface LoadedBody {
  body: Body;
  /** Open places of a merged text. */
  places?: TextWithChoices;
}

type Version = StoredVersion & VersionKey;

/** Last version of each series by the run or by others, and the version before the first series. */
interface Series {
  before: number;
  ends: { number: number; isOfRun: boolean }[];
}

/** Loads the bodies of many items with a few statements, however many there are. */
export function* loadBodies(context: ToolContext, wanted: readonly BodyToLoad[]): Op<Map<string, LoadedBody>> {
  const loaded = new Map<string, LoadedBody>();
  const open: (BodyToLoad & { older?: number; series?: Series })[] = [];
  for (const one of wanted) {
    const { first } = one.versions;
    if (first === undefined) loaded.set(one.item.id, { body: { kind: 'untouched' } });
    else if (one.versions.isMixed) open.push({ ...one, ...seriesOf(one) });
    else if (first === 1) loaded.set(one.item.id, { body: { kind: 'own' } });
    else open.push({ ...one, older: first - 1 });
  }
  const found = yield* findVersions(context, open);
  const older = open.filter(({ older }) => older !== undefined);
  const skills = older.flatMap(({ item, older = 0 }) => (item.type === 'skill' ? (found.get(item.id, older) ?? []) : []));
  const texts = yield* readTexts(context, skills);
  for (const { item, older: number = 0 } of older) {
    const version = found.get(item.id, number);
    loaded.set(item.id, { body: version ? olderBody(item, version, texts.get(version)) : { kind: 'changed' } });
  }
  yield* loadMerged(
    context,
    open.filter(({ older }) => older === undefined),
    found,
    loaded,
  );
  return loaded;
}

function seriesOf({ item, versions: { mixed } }: BodyToLoad): { series?: Series } {
  const [first] = mixed ?? [];
  if (!mixed || !first || !isText(item)) return {};
  const ends = mixed.filter(({ isOfRun }, index) => mixed[index + 1]?.isOfRun !== isOfRun);
  return ends.length > maxSeries ? {} : { series: { before: first.number - 1, ends } };
}

interface FoundVersions {
  get(itemId: string, number: number): Version | undefined;
}

function* findVersions(
  { store, viewer }: ToolContext,
  open: readonly { item: VisibleItem; older?: number; series?: Series }[],
): Op<FoundVersions> {
  const keys = open.flatMap(({ item, older, series }) => {
    const numbers = [older ?? 0, ...(series ? [series.before, ...series.ends.map(({ number }) => number)] : [])];
    return numbers.filter((number) => number > 0).map((number) => ({ itemId: item.id, number }));
  });
  const rows = keys.length === 0 ? [] : yield* store.many.versions(viewer.orgId, keys);
  const byKey = new Map(rows.map((row) => [`${row.itemId} ${row.number}`, row]));
  return { get: (itemId, number) => byKey.get(`${itemId} ${number}`) };
}

function olderBody(item: VisibleItem, version: Version, text: string | undefined): Body {
  const isSame = item.mimeType === version.mimeType && item.manifest === version.manifest && item.sha256.equals(version.sha256);
  // A text that is no longer a valid skill cannot be saved.
  if (item.type === 'skill' && (text === undefined || !readSkill({ content: text }).ok)) return { kind: 'changed' };
  return { kind: 'older', number: version.number, isSame, text };
}

/** Merges texts that others changed too, without the run's changes. For skills, also the other files, path by path (D66, D72). */
function* loadMerged(
  context: ToolContext,
  open: readonly (BodyToLoad & { series?: Series })[],
  found: FoundVersions,
  loaded: Map<string, LoadedBody>,
): Op<void> {
  const mergeable = open.flatMap((one) => {
    const { item, series } = one;
    if (!series) return [];
    const versions = series.ends.map(({ number }) => found.get(item.id, number));
    const before = found.get(item.id, series.before);
    const all = [...(series.before > 0 ? [before] : []), ...versions];
    return all.every((version) => version !== undefined) ? { ...one, series, before, versions: all, made: one.versions } : [];
  });
  const isTextual = ({ versions }: { versions: readonly Version[] }) =>
    versions.every(({ kind }) => kind === 'text' || kind === 'skill') &&
    versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= maxBytes;
  const textual = mergeable
    .filter(isTextual)
    .map(({ item, series, before, versions }) => ({ item, before, versions: versions.slice(before ? 1 : 0), ends: series.ends }));
  const texts = yield* mergeTexts(context, textual);
  const files = yield* filesTakenBack(context, mergeable);
  for (const { item } of open) loaded.set(item.id, { body: { kind: 'changed' } });
  for (const { item, plan } of mergeable) {
    const merged = yield* mergedBody(context, { item, plan, text: texts.get(item.id), files: files.get(item.id) });
    if (merged) loaded.set(item.id, merged);
  }
}

interface Merging {
  item: VisibleItem;
  plan: TakeBackPlan;
  text: TextTakenBack | undefined;
  files: FilesTakenBack | undefined;
}

/** Undefined if nothing is merged, or the result could not be saved. A skill's other files are taken back even if its text is not. */
function* mergedBody({ store }: ToolContext, { item, plan, text, files }: Merging): Op<LoadedBody | undefined> {
  if (!text && !files) return undefined;
  const taken = text ?? { text: (yield* store.contents.text(item.orgId, item.id)) ?? '', places: [] };
  const places = withChoices(taken, plan.choices);
  const filesLeft = [...(text ? [] : [skillMain]), ...(files?.left ?? [])];
  if (Buffer.byteLength(places.text) > maxTextBytes(item.type)) return undefined;
  if (item.type === 'skill' && !(isSkill(places.text) && areSkillFiles(places.text, files?.files))) return undefined;
  const body: MergedBody = {
    kind: 'merged',
    text: places.text,
    places: places.places,
    hadPlaces: taken.places.length > 0,
    files: files?.files,
    filesLeft,
    isTextSame: sha256(Buffer.from(places.text)).equals(item.sha256),
    areFilesSame: !files || manifestHash(files.files) === item.manifest,
  };
  return { body, places };
}

function areSkillFiles(text: string, files: readonly SkillFile[] = []): boolean {
  return checkSkillFiles([{ path: skillMain, sizeBytes: Buffer.byteLength(text) }, ...files]).ok;
}

/** Takes back the other files of skills whose versions have different files. */
function* filesTakenBack(
  { store, viewer }: ToolContext,
  all: readonly { item: VisibleItem; series: Series; before: Version | undefined; versions: readonly Version[] }[],
): Op<Map<string, FilesTakenBack>> {
  const changed = all.filter(
    ({ item, before, versions }) => item.type === 'skill' && versions.some(({ manifest }) => manifest !== (before?.manifest ?? null)),
  );
  const keys = changed.flatMap(({ item, versions }) =>
    versions.flatMap(({ manifest }) => (manifest === null ? [] : { itemId: item.id, hash: manifest })),
  );
  const rows = keys.length === 0 ? [] : yield* store.many.manifests(viewer.orgId, keys);
  const byKey = new Map(rows.map(({ itemId, hash, files }) => [`${itemId} ${hash}`, files]));
  const filesOf = ({ id }: VisibleItem, manifest: string | null) => (manifest === null ? [] : (byKey.get(`${id} ${manifest}`) ?? []));
  return new Map(
    changed.map(({ item, series, before, versions }) => {
      const ends = versions.slice(before ? 1 : 0);
      const made = ends.map(({ manifest }, index) => ({ isOfRun: series.ends[index]?.isOfRun === true, files: filesOf(item, manifest) }));
      return [item.id, takeFilesBack(filesOf(item, before?.manifest ?? null), made)];
    }),
  );
}
