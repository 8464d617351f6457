import type { FileStore, Op, Store } from '@gatehouse/storage';
import { createPasswordHasher } from '../../identity/secrets/passwords.ts';
import type { Caller, Credential, Settings } from '../../kernel/context/context.ts';
import type { AnyDefinition } from '../../kernel/context/tool.ts';
import { type GatewayError, isFault } from '../../kernel/errors/errors.ts';
import type { Mailer } from '../../kernel/mail/mailer.ts';
import type { CallTracing } from '../../kernel/ports/call-tracing.ts';
import type { CompanyPort } from '../../kernel/ports/company-port.ts';
import type { ServicePort } from '../../kernel/ports/service-port.ts';
import { noExtractor, type TextExtractor } from '../../kernel/ports/text-extractor.ts';
import type { TextMerger } from '../../kernel/ports/text-merger.ts';
import { noWebhooks, type WebhookPort } from '../../kernel/ports/webhook-port.ts';
import { noServices } from '../../services/calling/no-services.ts';
import { createTextMerger } from '../../workspace/take-back/load/text-merger.ts';
import { findCaller } from '../callers/caller.ts';
import { type Answer, type Call, shareOf } from '../calls/call.ts';
import { createCallFrame } from '../calls/call-frame.ts';
import { createOutsideCalls } from '../calls/outside-calls.ts';
import { isRepeatable } from '../calls/repeatable-call.ts';
import { createRepeats } from '../calls/repeats.ts';
import { createWorkspaceCalls } from '../calls/workspace-calls.ts';
import { listedDirectTools } from '../direct-tools/listed-direct-tools.ts';
import { givenName, type ListedTool, type NamedTool, type Registry, refuseVisitor, unknownTool } from '../registry/registry.ts';

export interface GatewayOptions {
  store: Store;
  /** Store for the bytes of files. Without it they are in the database. */
  files?: FileStore | undefined;
  registry: Registry;
  settings: Settings;
  /** Connected services. Without them, their tools report that there are none. */
  services?: ServicePort | undefined;
  /** Delivers events to the receivers of webhooks. Without it, nothing is delivered. */
  webhooks?: WebhookPort | undefined;
  /** Traces calls. Without it, no call is traced. */
  tracing?: CallTracing | undefined;
  /** Sends mail. Without it, people copy links. */
  mailer?: Mailer | undefined;
  /** Company sign-in. Without it, none is offered. */
  company?: CompanyPort | undefined;
  /** Merges large texts for take-back. Without it, a thread of this process does. */
  merger?: TextMerger;
  /** Extracts text of files. Without it, older versions of files have none. */
  extractor?: TextExtractor | undefined;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  /** Called with faults that were answered `internal_error`. */
  report: (error: GatewayError, requestId: string) => void;
}

export interface Gateway {
  /** Answers one call. Never rejects: errors are answers too. */
  call(call: Call): Promise<Answer>;
  /**
   * Resolves the caller of a credential before the rest of a request is read. Rejects with `unauthorized`, for example if a visitor calls
   * a tool that is not for visitors.
   */
  identify(credential: Credential, tool?: NamedTool): Promise<Caller>;
  /**
   * Tools that a caller can call, in fixed order, then its direct tools. Keys of one access without limits and direct tools get the same
   * array. // D9, D49, D76
   */
  listTools(caller: Caller): Promise<readonly ListedTool[]>;
  readonly registry: Registry;
  readonly settings: Settings;
  readonly store: Store;
  readonly files?: FileStore | undefined;
  readonly clock: () => number;
}

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
  webhooks = noWebhooks,
  tracing,
  mailer,
  company,
  merger = createTextMerger(),
  extractor = noExtractor,
  clock = Date.now,
  report,
}: GatewayOptions): Gateway {
  const parts = {
    store,
    files,
    registry,
    settings,
    services,
    webhooks,
    mailer,
    company,
    passwords: createPasswordHasher(),
    merger,
    extractor,
    clock,
    report,
    repeats: createRepeats(store),
  };
  const frame = createCallFrame(parts);
  const workspaceCalls = createWorkspaceCalls(parts, frame);
  const outsideCalls = createOutsideCalls(parts, frame);

  /** Chooses how to run a tool by its definition alone. Authorization comes after key and limit. */
  function answer(call: Call): Promise<Answer> {
    const tool = call.tool.registered?.definition;
    if (!tool) return refuseUnknown(call);
    return isRepeatable(call) ? parts.repeats.takeTurn(call, () => answerTool(call, tool)) : answerTool(call, tool);
  }

  function answerTool(call: Call, tool: AnyDefinition): Promise<Answer> {
    return tool.kind === 'workspace' ? workspaceCalls.answer(call, tool) : outsideCalls.answer(call, tool);
  }

  /** Reports a fault once it is the answer, because a program can run again. */
  async function call(call: Call): Promise<Answer> {
    const answered = tracing ? await answerTraced(call, tracing) : await answer(call);
    if (!answered.ok && isFault(answered.error)) report(answered.error, call.requestId);
    return answered;
  }

  async function answerTraced(call: Call, { begin }: CallTracing): Promise<Answer> {
    const trace = begin({ ...call, tool: call.tool.name });
    if (!trace) return await answer(call);
    const answered = await answer({ ...call, trace, origin: { ...call.origin, traceparent: trace.traceparent } });
    trace.end(
      answered.ok
        ? { code: 'ok', reason: undefined, status: 200 }
        : { code: answered.error.code, reason: answered.error.reason, status: answered.error.status },
    );
    return answered;
  }

  async function refuseUnknown(call: Call): Promise<Answer> {
    try {
      return await store.perform(() => refuse(call), { changes: false, caller: shareOf(call) });
    } catch (error) {
      return await frame.answerFault(call, error);
    }
  }

  function* refuse(call: Call): Op<Answer> {
    const admitted = yield* frame.admit(call);
    if ('error' in admitted) return { ok: false, ...admitted };
    return yield* frame.finish(call, admitted, { ok: false, error: unknownTool(givenName(call.tool)) });
  }

  return {
    call,
    async identify(credential, tool) {
      const caller = await store.read(() => findCaller(store, credential, clock()));
      if (tool) refuseVisitor(tool, caller);
      return caller;
    },
    async listTools(caller) {
      const tools = registry.describe(caller);
      if (!caller.key?.directTools?.length) return tools;
      return [...tools, ...(await store.read(() => listedDirectTools({ store, gateway: { services } }, caller, clock())))];
    },
    registry,
    settings,
    store,
    files,
    clock,
  };
}
