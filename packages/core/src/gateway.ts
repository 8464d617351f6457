import { type Attempt, type FileStore, isDiskFull, type Op, type Slot, type Store } from '@gatehouse/storage';
import { activityRow } from './activity/activity-row.ts';
import { admitCaller, attributionOf, findCaller, viewerOf } from './caller.ts';
import type { ActivityNotes, Caller, Credential, Origin, Settings, ToolContext } from './context.ts';
import { GatewayError, internalError } from './errors.ts';
import { type MovedBytes, moveBytes, type Transfer, TransferNeeded } from './files/transfer.ts';
import { limitError, type Rate, rateOf } from './limits/call-limit.ts';
import type { RegisteredTool, Registry } from './registry.ts';
import { noServices } from './services/no-services.ts';
import type { ServicePort } from './services/port.ts';
import type { AnyDefinition, OutsideCall } from './tool.ts';

/** One call as an entrance hands it over: everything that is not transport happens behind it. */
export interface Call {
  tool: string;
  credential: Credential;
  origin: Origin;
  requestId: string;
  /** Read when the key, the limit, the name and the access were found good; may throw a GatewayError for a malformed body (D1). */
  readArguments: () => unknown;
  argumentBytes: number;
  /** Stops work outside the process when the caller goes away. */
  signal?: AbortSignal | undefined;
  onProgress?: OutsideCall['onProgress'];
}

export type Answer =
  | {
      ok: true;
      value: unknown /** The value as JSON, serialized once for the log's size and the answer. */;
      json: string;
      rate: Rate | undefined;
    }
  | { ok: false; error: GatewayError; rate: Rate | undefined };

export interface GatewayOptions {
  store: Store;
  /** Where the bytes of files go; without it they are in the database. */
  files?: FileStore | undefined;
  registry: Registry;
  settings: Settings;
  /** Connected services; without it the tools for them say that there are none. */
  services?: ServicePort | undefined;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  /** Told of faults that were answered `internal_error`. */
  report: (error: GatewayError, requestId: string) => void;
}

export interface Gateway {
  /** Answers one call. Never rejects: what goes wrong is an answer too. */
  call(call: Call): Promise<Answer>;
  /** Who a credential stands for, before anything else of a request is read. Rejects with `unauthorized`. */
  identify(credential: Credential): Promise<Caller>;
  readonly registry: Registry;
  readonly settings: Settings;
  readonly store: Store;
  readonly files?: FileStore | undefined;
  readonly clock: () => number;
}

/** What the pipeline knows of a call that has been admitted. */
interface Admitted {
  caller: Caller;
  rate: Rate | undefined;
  startedAt: number;
  startedMicros: number;
  notes: ActivityNotes;
  moved: MovedBytes;
}

/** A call whose program waits for bytes: nothing of it is done yet but its admission. */
interface Waiting {
  admitted: Admitted;
  input: unknown;
  transfer: Transfer;
}

/** A call of a tool that leaves the process, about to leave. */
interface PreparedOutside {
  admitted: Admitted;
  definition: AnyDefinition;
  context: ToolContext;
  prepared: unknown;
}

/** A call moves bytes once; more often only when the item has got others meanwhile. */
const mostTransfers = 4;

/**
 * The one path of every call (D1): key, limit, tool, access, arguments, run, log. On SQLite a workspace call is a single
 * job of the shared commit, so its limit, its change and its activity row are one transaction.
 */
export function createGateway({
  store,
  files,
  registry,
  settings,
  services = noServices,
  clock = Date.now,
  report,
}: GatewayOptions): Gateway {
  async function call(call: Call): Promise<Answer> {
    const definition = registry.find(call.tool)?.definition;
    try {
      if (definition?.runOutside) return await callOutside(call);
      const changes = definition?.access === 'write';
      const first = await store.perform(() => callInside(call), { changes });
      const answer = 'transfer' in first ? await callAgain(call, first, changes) : first;
      if (definition?.afterCommit && answer.ok) await afterCommit(call, definition.afterCommit);
      return answer;
    } catch (error) {
      const answered = asGatewayError(error, call.requestId);
      if (isDiskFull(error)) await logWhereThereIsRoom(call, answered);
      return { ok: false, error: answered, rate: undefined };
    }
  }

  /** A disk that had no room for a change may have some for its row; where it has not, nothing can be written of the call at all. */
  async function logWhereThereIsRoom(call: Call, error: GatewayError): Promise<void> {
    const startedAt = clock();
    const measured = { startedAt, startedMicros: performance.now() * 1000, notes: emptyNotes(), moved: {}, rate: undefined };
    const log = function* (): Op<void> {
      const caller = yield* findCaller(store, call.credential, startedAt);
      yield* store.activity.record(rowOf(call, { caller, ...measured }, 0, error));
    };
    await store.perform(log, { changes: false }).catch((fault: unknown) => report(internalError(fault, call.requestId), call.requestId));
  }

  function* callInside(call: Call): Op<Answer | Waiting> {
    const admitted = yield* admit(call);
    if ('error' in admitted) return { ok: false, ...admitted };
    let tool: RegisteredTool;
    let input: unknown;
    try {
      tool = registry.require(call.tool, admitted.caller);
      input = tool.arguments.read(call.readArguments());
    } catch (error) {
      return yield* finish(call, admitted, { ok: false, error });
    }
    return yield* runTool(call, admitted, tool.definition, input);
  }

  /** Moves the bytes that the program waits for between two transactions. It waits when nothing else refuses the call, so that few are moved in vain. */
  async function callAgain(call: Call, first: Waiting, changes: boolean): Promise<Answer> {
    const { admitted, input } = first;
    const { definition } = registry.require(call.tool, admitted.caller);
    let next: Answer | Waiting = first;
    for (let transfers = 1; 'transfer' in next; transfers++) {
      try {
        if (!files) throw new Error('bytes are to be moved and there is no file store');
        if (transfers > mostTransfers) throw new Error('the item was changed each time its bytes had arrived');
        Object.assign(admitted.moved, await moveBytes({ store, files, now: admitted.startedAt }, next.transfer));
      } catch (error) {
        return await store.perform(() => finish(call, admitted, { ok: false, error }), { changes: false });
      }
      next = await store.perform(() => runTool(call, admitted, definition, input), { changes });
    }
    return next;
  }

  async function afterCommit({ requestId }: Call, follow: NonNullable<AnyDefinition['afterCommit']>): Promise<void> {
    try {
      await follow({ store, files, now: clock() });
    } catch (error) {
      report(internalError(error, requestId), requestId);
    }
  }

  /** A tool that leaves the process: admitted in one transaction, logged in a second when it has come back. */
  async function callOutside(call: Call): Promise<Answer> {
    const first = await store.perform(() => prepareOutside(call), { changes: false });
    if ('answer' in first) return first.answer;
    const { definition, context, prepared } = first;
    const signal = call.signal ?? new AbortController().signal;
    const outcome = await definition.runOutside!(context, prepared as never, { signal, onProgress: call.onProgress }).then(
      (value): Attempt<unknown> => ({ ok: true, value }),
      (error): Attempt<unknown> => ({ ok: false, error }),
    );
    return await store.perform(() => concludeOutside(call, first, outcome), { changes: true });
  }

  /** What a call changes when it has come back is one commit with its activity row (D14). */
  function* concludeOutside(
    call: Call,
    { admitted, definition, context, prepared }: PreparedOutside,
    outcome: Attempt<unknown>,
  ): Op<Answer> {
    if (!outcome.ok || !definition.conclude) return yield* finish(call, admitted, outcome);
    const concluded = yield* store.attempt(() => definition.conclude!(context, prepared as never, outcome.value as never));
    return yield* finish(call, admitted, concluded);
  }

  function* prepareOutside(call: Call): Op<{ answer: Answer } | PreparedOutside> {
    const admitted = yield* admit(call);
    if ('error' in admitted) return { answer: { ok: false, ...admitted } };
    const context = contextOf(call, admitted);
    let definition: AnyDefinition | undefined;
    const outcome = yield* store.attempt(function* () {
      const tool = registry.require(call.tool, admitted.caller);
      definition = tool.definition;
      return yield* definition.prepare!(context, tool.arguments.read(call.readArguments()) as never);
    });
    if (!outcome.ok || !definition) return { answer: yield* finish(call, admitted, outcome) };
    return { admitted, definition, context, prepared: outcome.value };
  }

  /** Key and limit. A call that is not admitted was answered 401 (not logged: nobody to log it for) or 429 (folded). */
  function* admit(call: Call): Op<Admitted | { error: GatewayError; rate: Rate | undefined }> {
    const startedMicros = performance.now() * 1000;
    const startedAt = clock();
    let caller: Caller;
    let slot: Slot | undefined;
    try {
      ({ caller, slot } = yield* admitCaller(store, call.credential, settings.callsPerMinute, startedAt));
    } catch (error) {
      if (error instanceof GatewayError) return { error, rate: undefined };
      throw error;
    }
    const rate = slot && rateOf(slot, settings.callsPerMinute);
    const admitted: Admitted = { caller, rate, startedAt, startedMicros, notes: emptyNotes(), moved: {} };
    if (!caller.key || !rate || slot?.admitted) return admitted;
    const error = limitError(rate);
    yield* store.activity.recordFolded({ ...rowOf(call, admitted, 0, error), keyId: caller.key.id });
    return { error, rate };
  }

  function* runTool(call: Call, admitted: Admitted, definition: AnyDefinition, input: unknown): Op<Answer | Waiting> {
    const outcome = yield* attemptTool(contextOf(call, admitted), definition, input);
    if (!outcome.ok && outcome.error instanceof TransferNeeded) return { admitted, input, transfer: outcome.error.transfer };
    return yield* finish(call, admitted, outcome);
  }

  function* attemptTool(context: ToolContext, { run, access }: AnyDefinition, input: unknown): Op<Attempt<unknown>> {
    // Only a tool that changes data needs its changes taken back when it refuses.
    if (access === 'write') return yield* store.attempt(() => run!(context, input as never));
    try {
      return { ok: true, value: yield* run!(context, input as never) };
    } catch (error) {
      return { ok: false, error };
    }
  }

  /** Writes the activity row and gives the answer that may leave once it is committed (D14). */
  function* finish(call: Call, admitted: Admitted, outcome: Attempt<unknown>): Op<Answer> {
    const { rate } = admitted;
    if (!outcome.ok) {
      const error = asGatewayError(outcome.error, call.requestId);
      yield* store.activity.record(rowOf(call, admitted, 0, error));
      return { ok: false, error, rate };
    }
    const json = JSON.stringify(outcome.value);
    yield* store.activity.record(rowOf(call, admitted, Buffer.byteLength(json)));
    return { ok: true, value: outcome.value, json, rate };
  }

  function contextOf(call: Call, { caller, notes, moved, startedAt }: Admitted): ToolContext {
    return {
      store,
      files,
      moved,
      services,
      settings,
      caller,
      viewer: viewerOf(caller),
      attribution: attributionOf(caller, call.origin),
      notes,
      now: startedAt,
    };
  }

  function rowOf(call: Call, { caller, notes, startedAt, startedMicros }: Admitted, resultBytes: number, error?: GatewayError) {
    return activityRow({
      at: startedAt,
      caller,
      origin: call.origin,
      tool: call.tool,
      notes,
      requestId: call.requestId,
      durationMicros: Math.round(performance.now() * 1000 - startedMicros),
      argumentBytes: call.argumentBytes,
      resultBytes,
      error,
    });
  }

  function asGatewayError(error: unknown, requestId: string): GatewayError {
    if (error instanceof GatewayError && error.code !== 'internal_error') return error;
    const answered = internalError(error, requestId);
    report(answered, requestId);
    return answered;
  }

  return {
    call,
    identify: (credential) => store.read(() => findCaller(store, credential, clock())),
    registry,
    settings,
    store,
    files,
    clock,
  };
}

function emptyNotes(): ActivityNotes {
  return {
    itemType: null,
    itemId: null,
    agentName: null,
    orgId: null,
    service: null,
    connectionId: null,
    serviceTool: null,
    serviceMicros: null,
  };
}
