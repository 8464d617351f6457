import {
  definitionHash,
  type GatewayError,
  refusal,
  type ServiceEvents,
  type ServiceRequest,
  type ServiceResult,
  type ServiceTarget,
  type ToolDefinition,
} from '@gatehouse/core';
import type { Connector, ConnectorEvents } from '../connector.ts';
import { asGatewayError, ServiceFailure } from '../failure.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { createDeadline, goneAway } from './deadline.ts';

export interface PoolOptions {
  open(target: ServiceTarget, events: ConnectorEvents, signal: AbortSignal): Promise<Connector>;
  events: ServiceEvents;
  /** Told of what went wrong where no caller waits for it. */
  report(error: unknown, connectionId: string): void;
  deadlineMs: number;
  callsInFlight: number;
  /** A catalogue older than this is listed anew after a call. */
  catalogueMaxAgeMs: number;
}

export interface Pool {
  call(request: ServiceRequest): Promise<ServiceResult>;
  /** Lists over a connector made for this, so that it tells what a new connection finds. */
  list(target: ServiceTarget, signal: AbortSignal): Promise<ToolDefinition[]>;
  forget(connectionId: string): void;
  close(): Promise<void>;
}

/** What is kept for a connection: one connector for all its calls, opened when first needed and once for all that wait for it. */
interface Entry {
  revision: number;
  connector: Promise<Connector> | undefined;
  inFlight: number;
  breaker: Breaker;
  /** Hashes of what the service lists, by tool name; undefined until it has listed. */
  listed: ReadonlyMap<string, string> | undefined;
  listedAt: number;
  refreshing: boolean;
  health: string;
}

export function createPool({ open, events, report, deadlineMs, callsInFlight, catalogueMaxAgeMs }: PoolOptions): Pool {
  const entries = new Map<string, Entry>();
  const stopping = new AbortController();

  async function call(request: ServiceRequest): Promise<ServiceResult> {
    const { target } = request;
    const entry = entryOf(target);
    if (entry.inFlight >= callsInFlight) throw busy(target, entry.inFlight);
    if (!entry.breaker.admit()) throw stillDown(target);
    entry.inFlight++;
    try {
      const result = await attempt(entry, request);
      entry.breaker.succeeded();
      noteHealth(entry, target, 'active', null);
      refreshWhenOld(entry, target);
      return result;
    } catch (error) {
      if (request.signal.aborted) throw canceled(target);
      judge(entry, target, error);
      throw asGatewayError(target.service, error);
    } finally {
      entry.inFlight--;
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
    const connecting = (entry.connector ??= connect(entry, request.target));
    const within = createDeadline(deadline - performance.now(), deadlineMs, request.signal);
    try {
      const connector = await within.race(connecting);
      checkPinned(entry, request);
      const { tool, arguments: given, onProgress } = request;
      const remainingMs = Math.max(1, deadline - performance.now());
      return await within.race(connector.call({ tool, arguments: given, onProgress, signal: within.signal, remainingMs }));
    } catch (error) {
      if (error instanceof ServiceFailure && error.lostConnection && entry.connector === connecting) drop(entry);
      throw error;
    } finally {
      within.end();
    }
  }

  function connect(entry: Entry, target: ServiceTarget): Promise<Connector> {
    const connecting = openAndList();
    connecting.catch(() => {
      if (entry.connector === connecting) entry.connector = undefined;
    });
    return connecting;

    async function openAndList(): Promise<Connector> {
      const connector = await open(
        target,
        eventsOf(entry, target, () => connecting),
        stopping.signal,
      );
      if (connector.listsOnConnect) await takeListing(entry, target, connector);
      return connector;
    }
  }

  function eventsOf(entry: Entry, target: ServiceTarget, current: () => Promise<Connector>): ConnectorEvents {
    return {
      onClosed() {
        if (entry.connector === current()) entry.connector = undefined;
      },
      onToolsChanged() {
        entry.listedAt = 0;
        refreshWhenOld(entry, target);
      },
    };
  }

  /** A listing that fails or is empty leaves the catalogue as it is; the call itself will show what is wrong. */
  async function takeListing(entry: Entry, target: ServiceTarget, connector: Connector): Promise<void> {
    entry.listedAt = Date.now();
    let tools: ToolDefinition[] | undefined;
    try {
      tools = await connector.list(AbortSignal.any([stopping.signal, AbortSignal.timeout(deadlineMs)]));
    } catch (error) {
      report(error, target.connectionId);
    }
    if (!tools || tools.length === 0) return;
    entry.listed = new Map(tools.map((tool) => [tool.name, definitionHash(tool)]));
    await events.catalogue(target, tools);
  }

  function refreshWhenOld(entry: Entry, target: ServiceTarget): void {
    if (entry.refreshing || !entry.connector || Date.now() - entry.listedAt < catalogueMaxAgeMs) return;
    entry.refreshing = true;
    entry.connector
      .then((connector) => takeListing(entry, target, connector))
      .catch((error) => report(error, target.connectionId))
      .finally(() => {
        entry.refreshing = false;
      });
  }

  function judge(entry: Entry, target: ServiceTarget, error: unknown): void {
    const kind = error instanceof ServiceFailure ? error.kind : undefined;
    if (kind === 'unreachable' || kind === 'timeout') entry.breaker.failed();
    else entry.breaker.succeeded();
    if (kind === 'unreachable' || (kind === 'timeout' && entry.breaker.isOpen())) {
      noteHealth(entry, target, 'unreachable', (error as ServiceFailure).message);
    }
    // Refused credentials come from a service that is there (a 401 means reachable).
    if (kind === 'refused') noteHealth(entry, target, 'needs_attention', (error as ServiceFailure).message);
  }

  function noteHealth(
    entry: Entry,
    target: ServiceTarget,
    status: 'active' | 'needs_attention' | 'unreachable',
    note: string | null,
  ): void {
    if (entry.health === status) return;
    entry.health = status;
    events.health(target, status, note).catch((error) => report(error, target.connectionId));
  }

  function entryOf(target: ServiceTarget): Entry {
    const known = entries.get(target.connectionId);
    if (known && known.revision >= target.revision) return known;
    if (known) forget(target.connectionId);
    const { revision, catalogueAt } = target;
    const entry: Entry = {
      revision,
      connector: undefined,
      inFlight: 0,
      breaker: createBreaker(),
      listed: undefined,
      listedAt: catalogueAt ?? 0,
      refreshing: false,
      health: '',
    };
    entries.set(target.connectionId, entry);
    return entry;
  }

  function drop(entry: Entry): void {
    const connector = entry.connector;
    entry.connector = undefined;
    void closed(connector);
  }

  async function closed(connector: Promise<Connector> | undefined): Promise<void> {
    try {
      await (await connector)?.close();
    } catch (error) {
      report(error, '');
    }
  }

  function forget(connectionId: string): void {
    const entry = entries.get(connectionId);
    entries.delete(connectionId);
    if (entry) drop(entry);
  }

  return {
    call,
    forget,
    async list(target, signal) {
      const within = createDeadline(deadlineMs, deadlineMs, signal);
      let opened: Promise<Connector> | undefined;
      try {
        opened = open(target, { onClosed: () => {}, onToolsChanged: () => {} }, within.signal);
        const connector = await within.race(opened);
        const tools = (await within.race(connector.list(within.signal))) ?? [];
        await events.health(target, 'active', null);
        return tools;
      } catch (error) {
        const status = error instanceof ServiceFailure && error.kind === 'refused' ? 'needs_attention' : 'unreachable';
        const failure = asGatewayError(target.service, error);
        await events.health(target, status, failure.message);
        throw failure;
      } finally {
        within.end();
        // What a connector made for this found out is what the next call has to see too.
        forget(target.connectionId);
        if (opened) void closed(opened.catch(() => neverOpened));
      }
    },
    async close() {
      stopping.abort();
      const open = [...entries.values()].map((entry) => entry.connector);
      entries.clear();
      await Promise.all(open.map((connector) => closed(connector?.catch(() => neverOpened))));
    },
  };
}

/** Stands for a connector that could not be opened, where one has to be closed. */
const neverOpened: Connector = {
  call: () => Promise.reject(new Error('never opened')),
  list: () => Promise.reject(new Error('never opened')),
  listsOnConnect: false,
  close: async () => {},
};

/** The catalogue is as old as its last listing: what this connection listed since decides whether the tool is still the approved one. */
function checkPinned({ listed }: Entry, { target, tool }: ServiceRequest): void {
  const hash = listed?.get(tool.name);
  if (!listed || hash === tool.definitionHash) return;
  const slug = `${target.service}__${tool.name}`;
  if (hash === undefined)
    throw new ServiceFailure('failed', `does not offer the tool "${tool.name}" any more; list_service_tools shows what it offers`);
  throw refusal('tool_held', `${slug} has changed since it was approved and is held until a person approves it under Connections`);
}

function canceled({ service }: ServiceTarget): GatewayError {
  return asGatewayError(service, goneAway());
}

function busy({ service }: ServiceTarget, inFlight: number): GatewayError {
  return asGatewayError(
    service,
    new ServiceFailure('failed', `has ${inFlight} calls running already; wait for some to end and call again`),
  );
}

function stillDown({ service }: ServiceTarget): GatewayError {
  const message = 'has failed several times in a row and is being tried by another call; wait a few seconds and call again';
  return asGatewayError(service, new ServiceFailure('unreachable', message));
}
