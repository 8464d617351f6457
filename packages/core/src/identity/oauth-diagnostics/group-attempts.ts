import { minuteMs } from '@gatehouse/domain';
import { compareSteps, type KeptStep } from './connect-step.ts';

/** Steps of one attempt to sign in a client, oldest first. */
export type Attempt = KeptStep[];

/** Pause after which another sign-in of a registered client is another attempt. */
const pauseMs = 30 * minuteMs;
/** Time in which an unnamed step joins the previous attempt from the same source. */
const sameSourceMs = 10 * minuteMs;

/**
 * Groups the steps of each attempt: by grant, by request for consent and by registration. Before any of these exists, by source. Two
 * requests for consent are two attempts, even of similar clients: they may come from two people.
 */
export function groupAttempts(steps: readonly KeptStep[]): Attempt[] {
  const attempts = new Set<Attempt>();
  const byName = new Map<string, Attempt>();
  const bySource = new Map<string, Attempt>();

  function attemptsOf(step: KeptStep): Attempt[] {
    const named = namesOf(step).flatMap((name) => {
      const attempt = byName.get(name);
      return attempt && (!name.startsWith('client ') || mayShareClient(attempt, step)) ? [attempt] : [];
    });
    const before = bySource.get(sourceOf(step));
    const isSame = before && isWithin(before, step, sameSourceMs) && (namesOf(step).length === 0 || !before.some(isNamed));
    return [...new Set(isSame ? [...named, before] : named)];
  }

  for (const step of steps.toSorted(compareSteps)) {
    const [attempt = [], ...others] = attemptsOf(step);
    for (const other of others) {
      attempt.push(...other);
      attempts.delete(other);
    }
    attempt.push(step);
    attempts.add(attempt);
    for (const one of others.length === 0 ? [step] : attempt) {
      for (const name of namesOf(one)) byName.set(name, attempt);
      bySource.set(sourceOf(one), attempt);
    }
  }
  return [...attempts].map((attempt) => attempt.toSorted(compareSteps));
}

function namesOf({ request, keyId, clientId }: KeptStep): string[] {
  return [
    ...(keyId === undefined ? [] : [`grant ${keyId}`]),
    ...(request === undefined ? [] : [`request ${request}`]),
    // A client that is described by a document has the same identifier for all people.
    ...(clientId?.startsWith('client_') ? [`client ${clientId}`] : []),
  ];
}

/**
 * True if a step with the client of an attempt may join it. A hosted client registers once for all its people, so each request for consent
 * is an attempt of its own.
 */
function mayShareClient(attempt: Attempt, step: KeptStep): boolean {
  return isWithin(attempt, step, pauseMs) && !(isOfPerson(step) && attempt.some(isOfPerson));
}

function isOfPerson({ request, keyId }: KeptStep): boolean {
  return request !== undefined || keyId !== undefined;
}

function isNamed(step: KeptStep): boolean {
  return namesOf(step).length > 0;
}

function sourceOf({ address = '', userAgent = '' }: KeptStep): string {
  return `${address} ${userAgent}`;
}

function isWithin(attempt: Attempt, { at }: KeptStep, ms: number): boolean {
  return attempt.some((step) => at - step.at <= ms);
}
