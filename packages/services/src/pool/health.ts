import type { ServiceEvents, ServiceTarget } from '@gatehouse/core';
import { ServiceFailure } from '../failure.ts';
import type { Entry } from './entry.ts';

/** Draws from every call what it says of the connection: for the breaker, and for people when it changes. */
export interface Health {
  succeeded(entry: Entry, target: ServiceTarget): void;
  failed(entry: Entry, target: ServiceTarget, error: unknown): void;
}

export interface HealthOptions {
  events: Pick<ServiceEvents, 'health'>;
  report(error: unknown, connectionId: string): void;
}

export function createHealth({ events, report }: HealthOptions): Health {
  function note(entry: Entry, target: ServiceTarget, status: 'active' | 'needs_attention' | 'unreachable', text: string | null): void {
    if (entry.health === status) return;
    entry.health = status;
    events.health(target, status, text).catch((error) => report(error, target.connectionId));
  }

  return {
    succeeded(entry, target) {
      entry.breaker.succeeded();
      note(entry, target, 'active', null);
    },
    failed(entry, target, error) {
      const failure = error instanceof ServiceFailure ? error : undefined;
      const isAbsent = failure?.kind === 'unreachable' || failure?.kind === 'timeout';
      if (isAbsent) entry.breaker.failed();
      else entry.breaker.succeeded();
      if (failure?.kind === 'unreachable' || (isAbsent && entry.breaker.isOpen())) note(entry, target, 'unreachable', failure.message);
      // Refused credentials come from a service that is there.
      if (failure?.kind === 'refused') note(entry, target, 'needs_attention', failure.message);
    },
  };
}
