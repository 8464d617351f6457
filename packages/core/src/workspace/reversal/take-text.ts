import { type TextTakenBack, type TextVersion, takeTextBack } from '@gatehouse/domain/take-back';
import type { MadeVersion, Op, StoredVersion, TakeBack, TakeBackPlan, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { RetryWithMerge } from '../../kernel/ports/text-merger.ts';
import { isText, textOfVersion } from '../items/content.ts';
import { isOfSubject } from './subject.ts';

/** Larger texts are merged on a thread: other calls would wait (D56, D66.11). */
const maxBytesHere = 64 * 1024;
/** Maximum bytes of all versions that are read. */
const maxBytes = 8 * 1024 * 1024;
/** Maximum merges in one call. Each merge runs the program again. */
const maxMergesInCall = 40;
const maxVersions = 200;
const maxStretches = 20;

/** The text of an item that others changed too, without the run's changes (D66). Undefined if it is not merged. */
export function* mergeText(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<TextTakenBack | undefined> {
  const stretches = yield* stretchesOf(context, takeBack, plan, item);
  if (!stretches) return undefined;
  const versions = yield* textVersionsOf(context, item, stretches);
  if (!versions || sum(versions) > maxBytes) return undefined;
  if (versions.every(({ sizeBytes }) => sizeBytes <= maxBytesHere)) {
    const { before, texts } = yield* readTexts(context, item, stretches, versions);
    return takeTextBack(before, texts);
  }
  return yield* mergeOnThread(context, item, stretches, versions);
}

/** Merges on a thread. Versions never change, so their numbers are the key of a merge. A version saved meanwhile makes a new key. */
function* mergeOnThread(
  context: ToolContext,
  item: VisibleItem,
  stretches: Stretches,
  versions: readonly StoredVersion[],
): Op<TextTakenBack | undefined> {
  const { moved, merger } = context;
  const made = stretches.made.map(({ version, isOfRun }) => `${version.number}${isOfRun ? 'r' : ''}`);
  const key = [item.orgId, item.id, stretches.from, ...made].join(' ');
  const known = moved.merged?.has(key) ? moved.merged.get(key) : merger.find(key);
  if (known !== undefined) return known ?? undefined;
  if ((moved.merged?.size ?? 0) >= maxMergesInCall) return undefined;
  const { before, texts } = yield* readTexts(context, item, stretches, versions);
  throw new RetryWithMerge({ key, before, versions: texts });
}

/** Finds the version before the run, if there was one, and the last of each stretch. Undefined if one of them is not text. */
function* textVersionsOf({ store }: ToolContext, { orgId, id }: VisibleItem, { from, made }: Stretches): Op<StoredVersion[] | undefined> {
  const found: StoredVersion[] = [];
  for (const number of [...(from === 1 ? [] : [from - 1]), ...made.map(({ version }) => version.number)]) {
    const version = yield* store.versions.find(orgId, id, number);
    if (version?.kind !== 'text' && version?.kind !== 'skill') return undefined;
    found.push(version);
  }
  return found;
}

const sum = (versions: readonly StoredVersion[]) => versions.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);

function* readTexts(
  context: ToolContext,
  item: VisibleItem,
  { from, made }: Stretches,
  versions: readonly StoredVersion[],
): Op<{ before: string; texts: TextVersion[] }> {
  const read: string[] = [];
  for (const version of versions) read.push(yield* textOfVersion(context, item, version));
  const before = from === 1 ? '' : (read.shift() ?? '');
  return { before, texts: made.map(({ isOfRun }, index) => ({ isOfRun, text: read[index] ?? '' })) };
}

/** From the run's first version on: the last version of each series by the run or by others. */
interface Stretches {
  from: number;
  made: readonly Made[];
}

interface VersionsOfRun {
  /** Number of the first version. */
  from: number;
  isOfRun: (version: MadeVersion) => boolean;
}

/** Versions of the run. For another take-back, they are the versions that it made. */
function versionsOfRun({ progress }: TakeBack, { undoes, first, versions }: TakeBackPlan): VersionsOfRun | undefined {
  if (undoes) {
    const { was, made } = undoes;
    return made.version > was.version ? { from: was.version + 1, isOfRun: ({ number }) => number <= made.version } : undefined;
  }
  if (!first || versions === 0 || first.version === 0) return undefined;
  return { from: first.version, isOfRun: (version) => isOfSubject(progress, version) };
}

interface Made {
  version: MadeVersion;
  isOfRun: boolean;
}

/** Undefined if it is not merged: it has other changes, or too many. */
export function* stretchesOf(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<Stretches | undefined> {
  const run = versionsOfRun(takeBack, plan);
  if (!run || !isText(item) || item.versionCount - run.from >= maxVersions) return undefined;
  const versions = yield* context.store.versions.madeFrom(item.orgId, item.id, run.from);
  const made = lastOfEach(versions.map((version) => ({ version, isOfRun: run.isOfRun(version) })));
  // Nothing would be left of a text that the run alone has written.
  const isOwn = run.from === 1 && made.every(({ isOfRun }) => isOfRun);
  return made.length > maxStretches || isOwn ? undefined : { from: run.from, made };
}

/** Keeps only the last of consecutive versions by the run, or by others, so that fewer are read. */
function lastOfEach(versions: readonly Made[]): Made[] {
  return versions.filter(({ isOfRun }, index) => versions[index + 1]?.isOfRun !== isOfRun);
}
