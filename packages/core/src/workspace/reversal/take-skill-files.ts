import { skillMain } from '@gatehouse/domain/skills';
import { type FilesTakenBack, type TextTakenBack, takeFilesBack } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, TakeBackPlan, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readText } from '../items/content.ts';
import { mergeText, stretchesOf } from './take-text.ts';

/** An item that others have changed too, without the changes of the run: its text, and the other files of a skill. */
export interface MergedItem extends TextTakenBack {
  files?: FilesTakenBack;
}

/** True if something that both changed stays: undecided places of the text, or files (D66). */
export function isPartLeft({ places, files }: MergedItem): boolean {
  return places.length > 0 || (files !== undefined && files.left.length > 0);
}

/** Undefined if it is not merged. A skill's other files are taken back even if its text is not (D72). */
export function* mergeItem(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<MergedItem | undefined> {
  const text = yield* mergeText(context, takeBack, plan, item);
  if (item.type !== 'skill') return text;
  const files = yield* mergeFiles(context, takeBack, plan, item);
  if (!files) return text;
  if (text) return { ...text, files };
  return { text: yield* readText(context, item), places: [], files: { ...files, left: [skillMain, ...files.left] } };
}

/** Undefined if all versions have the same files. */
function* mergeFiles(context: ToolContext, takeBack: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<FilesTakenBack | undefined> {
  const stretches = yield* stretchesOf(context, takeBack, plan, item);
  if (!stretches) return undefined;
  const manifestOf = function* (number: number): Op<string | null> {
    return number === 0 ? null : ((yield* context.store.versions.find(item.orgId, item.id, number))?.manifest ?? null);
  };
  const before = yield* manifestOf(stretches.from - 1);
  const manifests: (string | null)[] = [];
  for (const { version } of stretches.made) manifests.push(yield* manifestOf(version.number));
  if (manifests.every((manifest) => manifest === before)) return undefined;
  const filesOf = (manifest: string | null) => context.store.skills.manifest(item.orgId, item.id, manifest);
  const versions = [];
  for (const [index, { isOfRun }] of stretches.made.entries()) versions.push({ isOfRun, files: yield* filesOf(manifests[index] ?? null) });
  return takeFilesBack(yield* filesOf(before), versions);
}
