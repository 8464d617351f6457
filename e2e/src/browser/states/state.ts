import type { Page } from 'playwright-core';
import type { Loose } from '../../kit/world.ts';

/** A page as somebody meets it: where it is, and what they do first. */
export interface State {
  /** Others look at what it makes, so it is there for whatever share. */
  isNeeded?: boolean;
  /** By day the pages themselves are looked at; what is rarely seen of them waits for the night. */
  atNight?: boolean;
  name: string;
  path: string;
  open?: (page: Page, meeting: Meeting) => Promise<unknown>;
}

/** Where pages are looked at. */
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
