import type { GatewayError, ServiceEvents, ServiceRequest, ServiceResult, ServiceTarget } from '@gatehouse/core';
import type { Connector, Listed, OpenConnector } from '../connector.ts';
import { asThrown, ServiceFailure, toGatewayError } from '../failure.ts';
import { createDeadline, type Deadline, goneAway } from './deadline.ts';
import { createEntry, type Entry, type Opened } from './entry.ts';
import { createHealth } from './health.ts';
import { listOnce } from './list-once.ts';
import { createListing, isPinned, notPinned } from './listing.ts';

export interface PoolOptions {
  open: OpenConnector;
  events: ServiceEvents;
  /** Told of what went wrong where no caller waits for it. */
  report(error: unknown, connectionId: string): void;
  deadlineMs: number;
  callsInFlight: number;
  /** A catalogue older than this is listed anew after a call. */
  catalogueMaxAgeMs: number;
  /** What nobody called for this long is closed, also because another process may have removed its connection. */
  idleMs: number;
}

export interface Pool {
  call(request: ServiceRequest): Promise<ServiceResult>;
  /** Lists over a connector made for this, so that it tells what a new connection finds. */
  list(target: ServiceTarget, signal: AbortSignal): Promise<Listed>;
  forget(connectionId: string): void;
  close(): Promise<void>;
}

/** The open connectors, one for each connection, and the rules of their calls: how many, how long, and what is ever repeated. */
export function createPool({
  open: openConnector,
  events,
  report,
  deadlineMs,
  callsInFlight,
  catalogueMaxAgeMs,
  idleMs,
}: PoolOptions): Pool {
  const entries = new Map<string, Entry>();
  /** Also those that were left and that calls still use. */
  const all = new Set<Opened>();
  const stopping = new AbortController();
  const listing = createListing({ events, report, deadlineMs, catalogueMaxAgeMs, stopping: stopping.signal });
  const health = createHealth({ events, report });

  async function call(request: ServiceRequest): Promise<ServiceResult> {
    const { target, caller } = request;
    const entry = entryOf(target);
    if (!entry.calls.take(caller, 1)) throw busy(target, entry.calls.taken);
    if (!entry.breaker.admit()) {
      entry.calls.release(caller, 1);
      throw stillDown(target);
    }
    clearTimeout(entry.idle);
    try {
      const result = await attempt(entry, request);
      health.succeeded(entry, target);
      listing.refreshWhenOld(entry, target);
      return result;
    } catch (error) {
      if (request.signal.aborted) throw asThrown(target.service, goneAway());
      health.failed(entry, target, error);
      throw asThrown(target.service, error);
    } finally {
      entry.calls.release(caller, 1);
      closeWhenIdle(entry, target.connectionId);
    }
  }

  /** Runs the call, and once more when it is certain that it never ran; nothing else is ever repeated (D35). */
  async function attempt(entry: Entry, request: ServiceRequest): Promise<ServiceResult> {
    const deadline = performance.now() + deadlineMs;
    try {
      return await run(entry, request, deadline);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || !error.neverRan || error.kind !== 'failed') throw error;
      return await run(entry, request, deadline);
    }
  }

  async function run(entry: Entry, request: ServiceRequest, deadline: number): Promise<ServiceResult> {
    const within = createDeadline(deadline - performance.now(), deadlineMs, request.signal);
    const over = (opened: Opened) => callOver(entry, opened, request, within, deadline);
    try {
      const known = entry.opened;
      const result = known && (await over(known));
      if (result) return result;
      // What is stored is not what was listed over it: another process may have listed since, and a person approved it (D32).
      if (known && entry.opened === known) leave(entry);
      const opened = (entry.opened ??= open(entry, request.target));
      const second = await over(opened);
      if (second) return second;
      throw notPinned(opened, request);
    } finally {
      within.end();
    }
  }

  /** Undefined, with nothing sent, where the service listed another tool over this connector than the stored one. */
  async function callOver(
    entry: Entry,
    opened: Opened,
    request: ServiceRequest,
    within: Deadline,
    deadline: number,
  ): Promise<ServiceResult | undefined> {
    opened.users++;
    try {
      const connector = await within.race(opened.connector);
      if (!isPinned(opened, request)) return undefined;
      const { tool, arguments: given, onProgress, traceparent, readFile } = request;
      const remainingMs = Math.max(1, deadline - performance.now());
      const call = { tool, arguments: given, onProgress, traceparent, readFile, signal: within.signal, remainingMs };
      return await within.race(connector.call(call));
    } catch (error) {
      if (error instanceof ServiceFailure && error.lostConnection && entry.opened === opened) leave(entry);
      throw error;
    } finally {
      opened.users--;
      closeWhenLeft(opened);
    }
  }

  function open(entry: Entry, target: ServiceTarget): Opened {
    const left = () => {
      if (entry.opened === opened) leave(entry);
    };
    const opened: Opened = { connector: openAndList(), users: 0, isLeft: false, listed: undefined };
    all.add(opened);
    opened.connector.catch(left);
    return opened;

    async function openAndList(): Promise<Connector> {
      const onToolsChanged = () => {
        entry.listedAt = 0;
        listing.refreshWhenOld(entry, target);
      };
      const connector = await openConnector(target, { onClosed: left, onToolsChanged }, stopping.signal);
      if (connector.listsOnConnect) await listing.take(entry, target, opened, connector);
      return connector;
    }
  }

  function entryOf(target: ServiceTarget): Entry {
    const known = entries.get(target.connectionId);
    if (known && known.revision >= target.revision) return known;
    forget(target.connectionId);
    const entry = createEntry(target, callsInFlight);
    entries.set(target.connectionId, entry);
    return entry;
  }

  function closeWhenIdle(entry: Entry, connectionId: string): void {
    if (entry.calls.taken > 0 || entries.get(connectionId) !== entry) return;
    entry.idle = setTimeout(() => forget(connectionId), idleMs).unref();
  }

  function forget(connectionId: string): void {
    const entry = entries.get(connectionId);
    entries.delete(connectionId);
    if (!entry) return;
    clearTimeout(entry.idle);
    leave(entry);
  }

  function leave(entry: Entry): void {
    const { opened } = entry;
    entry.opened = undefined;
    if (!opened) return;
    opened.isLeft = true;
    closeWhenLeft(opened);
  }

  /** Calls that still use it are not broken off; each has its own deadline. */
  function closeWhenLeft(opened: Opened): void {
    if (!opened.isLeft || opened.users > 0 || !all.delete(opened)) return;
    void closeOpened(opened.connector);
  }

  /** Closes a connector once it is open; one that never opens needs no closing, and its callers were told why. */
  async function closeOpened(opening: Promise<Connector>): Promise<void> {
    const connector = await opening.catch(() => undefined);
    await connector?.close().catch((error) => report(error, ''));
  }

  return {
    call,
    forget,
    async list(target, signal) {
      try {
        return await listOnce({ open: openConnector, events, deadlineMs, close: (opened) => void closeOpened(opened) }, target, signal);
      } finally {
        // What was found out has to be seen by the next call too.
        forget(target.connectionId);
      }
    },
    async close() {
      stopping.abort();
      for (const { idle } of entries.values()) clearTimeout(idle);
      entries.clear();
      const left = [...all];
      all.clear();
      await Promise.all(left.map(({ connector }) => closeOpened(connector)));
    },
  };
}

function busy({ service }: ServiceTarget, inFlight: number): GatewayError {
  return toGatewayError(
    service,
    new ServiceFailure(
      'failed',
      `has ${inFlight} calls running already, of all callers, or too many of yours; wait for some to end and call again`,
    ),
  );
}

function stillDown({ service }: ServiceTarget): GatewayError {
  const message = 'has failed several times in a row and is being tried by another call; wait a few seconds and call again';
  return toGatewayError(service, new ServiceFailure('unreachable', message));
}
