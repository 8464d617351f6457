import { dayMs, hourMs, minuteMs } from './durations.ts';
import type { LinkKind } from './vocabulary.ts';

/** How long a session lasts, however it is used (D39). */
export const maxSessionMs = 30 * dayMs;
/** How long a session lasts that nobody uses (D39). */
export const maxSessionIdleMs = 7 * dayMs;
/** How long a person can take at the company's sign-in page (D38). */
export const companySignInMs = 10 * minuteMs;
/** How long a client's request waits for consent (D47). */
export const consentRequestMs = 30 * minuteMs;
/** How long each kind of link works (D40). */
export const linkLifetimeMs: Record<LinkKind, number> = { set_up: 30 * minuteMs, invitation: 7 * dayMs, reset: hourMs };
/** How long deleted items can be restored (D27). */
export const trashMs = 30 * dayMs;
