import { dayMs, hourMs, minuteMs } from './durations.ts';
import type { LinkKind } from './vocabulary.ts';

/** Maximum duration of a session, even in constant use (D39). */
export const maxSessionMs = 30 * dayMs;
/** Maximum duration of an unused session (D39). */
export const maxSessionIdleMs = 7 * dayMs;
/** Maximum time at the company's sign-in page (D38). */
export const companySignInMs = 10 * minuteMs;
/** Time for which a company sign-in keeps a person in their linked groups (D77). */
export const linkedGroupMs = 30 * dayMs;
/** Maximum time that a client's request waits for consent (D47). */
export const consentRequestMs = 30 * minuteMs;
/** Lifetime of each kind of link (D40). */
export const linkLifetimeMs: Record<LinkKind, number> = { set_up: 30 * minuteMs, invitation: 7 * dayMs, reset: hourMs };
/** Time in which deleted items can be restored (D27). */
export const trashMs = 30 * dayMs;
