import type { GatewayError, ServiceEvents, ServiceRequest, ServiceResult, ServiceTarget } from '@gatehouse/core';
import type { Connector, Listed, OpenConnector } from '../connectors/connector.ts';
import { asThrown, ServiceFailure, toGatewayError } from '../kernel/failure.ts';
import { createDeadline, type Deadline, goneAway } from './deadline.ts';
import { createEntry, createWay, type Entry, type Opened, type Way, wayKey } from './entry.ts';
import { createHealth } from './health.ts';
import { listOnce } from './list-once.ts';
import { createListing, isPinned, notPinned } from './listing.ts';
import { createCommandWatch } from './watch-commands.ts';

export interface PoolOptions {
  open: OpenConnector;
  events: ServiceEvents;
  /** Reports faults that no caller waits for. */
  report(error: unknown, connectionId: string): void;
  deadlineMs: number;
  callsInFlight: number;
  /** A catalogue older than this is listed again after a call. */
  catalogueMaxAgeMs: number;
  /** Connectors without calls for this time are closed, also because another process may have removed their connection. */
  idleMs: number;
  /** Interval of checks that the connections of commands still exist. */
  watchMs?: number | undefined;
  /** Time limit of a ping to a command that no longer answers calls. */
  pingMs?: number | undefined;
}

/** Time that calls of a command still have when its connection is removed, paused or edited. */
const lastCallsMs = 1000;

export interface Pool {
  call(request: ServiceRequest): Promise<ServiceResult>;
  /**
   * Lists over a connector opened only for this, so that the result shows what a new connection finds. Undefined if the service refuses an
   * `isNobody` listing.
   */
  list(target: ServiceTarget, signal: AbortSignal, isNobody: boolean): Promise<Listed | undefined>;
  forget(connectionId: string, accountId?: string): void;
  /** Forgets the connection and ends its command, if it has one. Calls under way have a moment to end. */
  end(connectionId: string): void;
  close(): Promise<void>;
}

/** The open connectors, one for each connection and account. Enforces the rules of their calls: concurrency, deadlines and retries. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share what it was opened with; to be divided
export function createPool({
  open: openConnector,
  events,
  report,
  deadlineMs,
  callsInFlight,
  catalogueMaxAgeMs,
  idleMs,
  watchMs = 1000,
  pingMs = Math.min(5000, deadlineMs),
}: PoolOptions): Pool {
  const entries = new Map<string, Entry>();
  /** All open connectors, including retired ones that calls still use. */
  const all = new Set<Opened>();
  const stopping = new AbortController();
  const listing = createListing({ events, report, deadlineMs, catalogueMaxAgeMs, stopping: stopping.signal });
  const health = createHealth({ events, report });
  const watch = createCommandWatch({ events, running: runningCommands, end, report, everyMs: watchMs });

  async function call(request: ServiceRequest): Promise<ServiceResult> {
    const { target, caller } = request;
    const way = wayOf(target);
    const { entry } = way;
    if (!entry.calls.take(caller, 1)) throw busy(target, entry.calls.taken);
    if (!entry.breaker.admit()) {
      entry.calls.release(caller, 1);
      throw stillDown(target);
    }
    clearTimeout(way.idle);
    way.users++;
    try {
      const result = await attempt(way, request);
      health.succeeded(entry, target);
      listing.refreshWhenOld(way, target);
      return result;
    } catch (error) {
      if (request.signal.aborted) throw asThrown(target.service, goneAway());
      health.failed(entry, target, error);
      throw asThrown(target.service, error);
    } finally {
      entry.calls.release(caller, 1);
      way.users--;
      closeWhenIdle(way, target);
    }
  }

  /** Runs the call, and again only if it certainly never ran. No other call is ever repeated. // D35 */
  async function attempt(way: Way, request: ServiceRequest): Promise<ServiceResult> {
    const deadline = performance.now() + deadlineMs;
    try {
      return await run(way, request, deadline);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || !error.neverRan || error.kind !== 'failed') throw error;
      return await run(way, request, deadline);
    }
  }

  async function run(way: Way, request: ServiceRequest, deadline: number): Promise<ServiceResult> {
    const within = createDeadline(deadline - performance.now(), deadlineMs, request.signal);
    const over = (opened: Opened) => callOver(way, opened, request, within, deadline);
    try {
      const known = way.opened;
      const result = known && (await over(known));
      if (result) return result;
      // The stored definition differs from the listed one: another process may have listed since, and a person approved it. // D32
      if (known && way.opened === known) leave(way);
      const opened = (way.opened ??= open(way, request.target));
      const second = await over(opened);
      if (second) return second;
      throw notPinned(opened, request);
    } finally {
      within.end();
    }
  }

  /** Undefined, with nothing sent, if the service listed the tool over this connector differently from its stored definition. */
  async function callOver(
    way: Way,
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
      if (error instanceof ServiceFailure && error.lostConnection && way.opened === opened) leave(way);
      else if (isUnanswered(error, request)) void replaceSilent(way, opened, request.signal.aborted ? deadlineMs : pingMs);
      throw error;
    } finally {
      opened.users--;
      closeWhenLeft(opened);
    }
  }

  function open(way: Way, target: ServiceTarget): Opened {
    const left = () => {
      if (way.opened === opened) leave(way);
    };
    const opened: Opened = { target, connector: openAndList(), users: 0, isRetired: false, listed: undefined };
    all.add(opened);
    if (target.kind === 'mcp-stdio') watch.start();
    opened.connector.catch(left);
    return opened;

    async function openAndList(): Promise<Connector> {
      const onToolsChanged = () => {
        way.listedAt = 0;
        listing.refreshWhenOld(way, target);
      };
      const connector = await openConnector(target, { onClosed: left, onToolsChanged }, stopping.signal);
      if (connector.listsOnConnect) await listing.take(way, target, opened, connector);
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

  function wayOf(target: ServiceTarget): Way {
    const entry = entryOf(target);
    const key = wayKey(target);
    const known = entry.ways.get(key);
    if (known) return known;
    const way = createWay(entry, target);
    entry.ways.set(key, way);
    return way;
  }

  function closeWhenIdle(way: Way, target: ServiceTarget): void {
    const key = wayKey(target);
    if (way.users > 0 || entries.get(target.connectionId) !== way.entry || way.entry.ways.get(key) !== way) return;
    way.idle = setTimeout(() => forget(target.connectionId, key), idleMs).unref();
  }

  function forget(connectionId: string, accountId?: string): void {
    const entry = entries.get(connectionId);
    if (!entry) return;
    const ways = accountId === undefined ? [...entry.ways] : [...entry.ways].filter(([key]) => key === accountId);
    for (const [key, way] of ways) {
      entry.ways.delete(key);
      clearTimeout(way.idle);
      leave(way);
    }
    if (entry.ways.size === 0 && (accountId === undefined || entry.calls.taken === 0)) entries.delete(connectionId);
  }

  function leave(way: Way): void {
    const { opened } = way;
    way.opened = undefined;
    if (!opened) return;
    opened.isRetired = true;
    closeWhenLeft(opened);
  }

  function runningCommands(): Map<string, ServiceTarget> {
    const commands = [...all].filter(({ target }) => target.kind === 'mcp-stdio');
    return new Map(commands.map(({ target }) => [target.connectionId, target]));
  }

  function end(connectionId: string): void {
    forget(connectionId);
    const commands = [...all].filter(({ target }) => target.kind === 'mcp-stdio' && target.connectionId === connectionId);
    for (const opened of commands) setTimeout(() => closeNow(opened), lastCallsMs).unref();
  }

  /** Replaces a command that no longer reads its input: every call would wait for its deadline. */
  async function replaceSilent(way: Way, opened: Opened, waitMs: number): Promise<void> {
    const connector = await opened.connector.catch(() => undefined);
    if (!connector?.answers || (await connector.answers(waitMs))) return;
    if (way.opened === opened) leave(way);
    closeNow(opened);
  }

  /** Closes a connector immediately, and breaks off calls that still use it. */
  function closeNow(opened: Opened): void {
    if (all.delete(opened)) void closeOpened(opened.connector);
  }

  /** Closes a retired connector after its last call. Calls under way are not broken off, because each has its own deadline. */
  function closeWhenLeft(opened: Opened): void {
    if (!opened.isRetired || opened.users > 0 || !all.delete(opened)) return;
    void closeOpened(opened.connector);
  }

  /** Closes a connector once it is open. One that never opens need not be closed, and its callers already have the error. */
  async function closeOpened(opening: Promise<Connector>): Promise<void> {
    const connector = await opening.catch(() => undefined);
    await connector?.close().catch((error) => report(error, ''));
  }

  return {
    call,
    forget,
    end,
    async list(target, signal, isNobody) {
      const close = (opened: Promise<Connector>) => void closeOpened(opened);
      try {
        return await listOnce({ open: openConnector, events, deadlineMs, close, isNobody }, target, signal);
      } finally {
        // Makes the next call use the new findings too.
        forget(target.connectionId);
      }
    },
    async close() {
      stopping.abort();
      watch.stop();
      for (const { ways } of entries.values()) for (const { idle } of ways.values()) clearTimeout(idle);
      entries.clear();
      const left = [...all];
      all.clear();
      await Promise.all(left.map(({ connector }) => closeOpened(connector)));
    },
  };
}

/** True if the cause of the wait is unknown: either the call is slow, or the service reads nothing. */
function isUnanswered(error: unknown, { signal }: ServiceRequest): boolean {
  return signal.aborted || (error instanceof ServiceFailure && error.kind === 'timeout');
}

function busy({ service }: ServiceTarget, inFlight: number): GatewayError {
  return toGatewayError(
    service,
    new ServiceFailure(
      'failed',
      `has ${inFlight} calls already running in total, or too many of yours; wait for some to end and call again`,
    ),
  );
}

function stillDown({ service }: ServiceTarget): GatewayError {
  const message = 'has failed several times in a row and is being tried by another call; wait a few seconds and call again';
  return toGatewayError(service, new ServiceFailure('unreachable', message));
}
