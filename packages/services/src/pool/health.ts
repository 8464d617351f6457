import type { ServiceEvents, ServiceTarget } from '@gatehouse/core';
import { isAbsent, type NotedStatus, statusOfConnection } from '../kernel/connection-status.ts';
import type { Entry } from './entry.ts';

/** Derives the health of a connection from each call: for the breaker, and for people when it changes. */
export interface Health {
  succeeded(entry: Entry, target: ServiceTarget): void;
  failed(entry: Entry, target: ServiceTarget, error: unknown): void;
}

export interface HealthOptions {
  events: Pick<ServiceEvents, 'health'>;
  report(error: unknown, connectionId: string): void;
}

export function createHealth({ events, report }: HealthOptions): Health {
  function note(entry: Entry, target: ServiceTarget, status: NotedStatus['status'], text: string | null): void {
    // Compares with the stored status that this call read, because another process may have written it since.
    if (target.status === status && (entry.health ?? status) === status) return;
    entry.health = status;
    events.health(target, status, text).catch((error) => report(error, target.connectionId));
  }

  return {
    succeeded(entry, target) {
      entry.breaker.succeeded();
      note(entry, target, 'active', null);
    },
    failed(entry, target, error) {
      if (isAbsent(error)) entry.breaker.failed();
      else entry.breaker.succeeded();
      const noted = statusOfConnection(error, entry.breaker.isOpen() ? 'repeated call' : 'call', target);
      if (noted) note(entry, target, noted.status, noted.note);
    },
  };
}
