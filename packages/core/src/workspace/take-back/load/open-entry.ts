import type { HistoryRow } from '@gatehouse/domain/take-back';
import type { TakeBackItem } from '@gatehouse/storage';
import type { Subject } from './subjects.ts';

/** An open entry, its subject and its history. */
export interface OpenEntry {
  entry: TakeBackItem;
  subject: Subject;
  /** Data that entries of every kind have. */
  common: { id: string; rows: readonly HistoryRow[]; isLeftOut: boolean; hasHistory: boolean };
}
