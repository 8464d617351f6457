import { type TextTakenBack, type TextVersion, takeTextBack } from '@gatehouse/domain/take-back';
import type { MadeVersion, Op, TakeBack, TakeBackPlan, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { isText, readVersionText } from '../items/content.ts';
import { isOfSubject } from './subject.ts';

/** A larger text, or one of more versions, is not merged: other calls would wait (D56). */
const maxBytes = 64 * 1024;
const maxVersions = 200;
const maxStretches = 20;

/** The text of an item that others changed too, without the run's changes (D66). Undefined if it is not merged. */
export function* mergeText(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<TextTakenBack | undefined> {
  if (item.sizeBytes > maxBytes) return undefined;
  const stretches = yield* stretchesOf(context, takeBack, plan, item);
  if (!stretches) return undefined;
  const { from, made } = stretches;
  const before = from === 1 ? '' : yield* smallText(context, item, from - 1);
  const texts: TextVersion[] = [];
  for (const { version, isOfRun } of made) {
    const text = yield* smallText(context, item, version.number);
    if (text === undefined) return undefined;
    texts.push({ isOfRun, text });
  }
  return before === undefined ? undefined : takeTextBack(before, texts);
}

/** From the run's first version on: the last version of each series by the run or by others. */
interface Stretches {
  from: number;
  made: readonly Made[];
}

interface VersionsOfRun {
  /** The first of them. */
  from: number;
  isOfRun: (version: MadeVersion) => boolean;
}

/** What another take-back did to a text is known from its version and the one before. */
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

/** Consecutive versions count as one, so only the last of them is read. */
function lastOfEach(versions: readonly Made[]): Made[] {
  return versions.filter(({ isOfRun }, index) => versions[index + 1]?.isOfRun !== isOfRun);
}

function* smallText(context: ToolContext, item: VisibleItem, number: number): Op<string | undefined> {
  const version = yield* context.store.versions.find(item.orgId, item.id, number);
  if (!version || version.sizeBytes > maxBytes || (version.kind !== 'text' && version.kind !== 'skill')) return undefined;
  return yield* readVersionText(context, item, number);
}
