import { type TextTakenBack, type TextVersion, takeTextBack } from '@gatehouse/domain/take-back';
import type { MadeVersion, Op, TakeBack, TakeBackPlan, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { isText, readVersionText } from '../items/content.ts';
import { isOfSubject } from './subject.ts';

/** A larger text, or one of more versions, is not merged: other calls would wait (D56). */
const maxBytes = 64 * 1024;
const maxVersions = 200;
const maxStretches = 20;

/** The text of an item that others have changed too, without the changes of the run (D66). Undefined for what is not merged. */
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

/** The last versions of the run and of others, in turn, from the run's first version on. */
interface Stretches {
  from: number;
  made: readonly Made[];
}

interface Made {
  version: MadeVersion;
  isOfRun: boolean;
}

/** Undefined for what is not merged, because it has other changes or too many. */
export function* stretchesOf(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<Stretches | undefined> {
  const from = plan.first?.version ?? 0;
  if (plan.undoes || plan.versions === 0 || from === 0 || item.deletedAt !== null || !isText(item)) return undefined;
  if (item.versionCount - from >= maxVersions) return undefined;
  const versions = yield* context.store.versions.madeFrom(item.orgId, item.id, from);
  const made = lastOfEach(versions.map((version) => ({ version, isOfRun: isOfSubject(takeBack.progress, version) })));
  return made.length > maxStretches ? undefined : { from, made };
}

/** Consecutive versions count as one, so only what the last of them left is read. */
function lastOfEach(versions: readonly Made[]): Made[] {
  return versions.filter(({ isOfRun }, index) => versions[index + 1]?.isOfRun !== isOfRun);
}

function* smallText(context: ToolContext, item: VisibleItem, number: number): Op<string | undefined> {
  const version = yield* context.store.versions.find(item.orgId, item.id, number);
  if (!version || version.sizeBytes > maxBytes || (version.kind !== 'text' && version.kind !== 'skill')) return undefined;
  return yield* readVersionText(context, item, number);
}
