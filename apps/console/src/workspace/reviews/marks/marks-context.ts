import { createContext } from 'react';
import type { Verdict } from '../decision-queue.ts';

/** State of the changes in a text that is shown with marks. */
export interface Marks {
  /** Change that keys decide about. */
  current: string | undefined;
  /** Decisions that are being sent. */
  decided: ReadonlyMap<string, Verdict>;
}

export const MarksContext = createContext<Marks>({ current: undefined, decided: new Map() });
