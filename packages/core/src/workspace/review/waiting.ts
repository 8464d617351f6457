import { changesOf, nameOf, type ReviewChange, type ReviewPair } from '@gatehouse/domain/review';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { isText, readText } from '../items/content.ts';
import { maxComparedBytes, type ReviewedContent, reviewedContent } from '../items/reviewed-content.ts';

/** Kinds of waiting: changes of a text; a new item; other content, accepted or declined as a whole; a deletion. */
export const waitingKinds = ['text', 'new', 'content', 'deletion'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Everything that waits for a decision about an item. */
export interface Waiting {
  kind: WaitingKind;
  reviewed: ReviewedContent;
  /** Both texts, if they are compared. */
  pair: ReviewPair | undefined;
  /** Changes of the text, in its order. Otherwise one change, which stands for the whole. */
  changes: ReviewChange[];
}

/** Finds what waits for a decision. The caller has found an item that waits. */
export function* findWaiting(context: ToolContext, item: VisibleItem): Op<Waiting> {
  const reviewed = yield* reviewedContent(context, item);
  const kind = kindOf(item, reviewed);
  if (kind !== 'text' || reviewed.kind !== 'text') return { kind, reviewed, pair: undefined, changes: [wholeOf(item, kind)] };
  const pair = { reviewed: reviewed.text, current: yield* readText(context, item) };
  return { kind, reviewed, pair, changes: changesOf(pair) };
}

function kindOf(item: VisibleItem, reviewed: ReviewedContent): WaitingKind {
  if (item.deletedAt !== null) return 'deletion';
  if (reviewed.kind === 'none') return 'new';
  return reviewed.kind === 'text' && isText(item) && item.sizeBytes <= maxComparedBytes ? 'text' : 'content';
}

function wholeOf(item: VisibleItem, kind: WaitingKind): ReviewChange {
  return { id: nameOf(kind, String(item.versionCount)), before: '', after: '', reviewedAt: 0, currentAt: 0 };
}
