import type { Page } from 'playwright-core';
import type { Loose } from '../../kit/world.ts';

/** State of a page: its path, and the first actions of the person. */
export interface State {
  /** True if other states need its results, so that it runs in every share. */
  isNeeded?: boolean;
  /** True if it runs only at night, because people rarely see it. */
  atNight?: boolean;
  name: string;
  path: string;
  open?: (page: Page, meeting: Meeting) => Promise<unknown>;
}

/** Environment in which pages are checked. */
export interface Meeting {
  /** A service that can be connected. */
  serviceUrl: string;
  /** The address of a page of the organization. */
  at(path: string): string;
  /** The result of a call of the person. */
  call(tool: string, input?: object): Promise<Loose>;
  /** A call of the person that is refused. */
  refused(tool: string, input?: object): Promise<void>;
}
