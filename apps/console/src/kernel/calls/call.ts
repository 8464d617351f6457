import type { ErrorBody, Tools } from '@gatehouse/core';
import { changesOrganization } from '@gatehouse/domain';
import { ownChanges } from './own-changes.ts';
import { readAnswer } from './read-answer.ts';

/** Tools that people call; those of agents are among them. */
export type ToolName = keyof Tools;
export type InputOf<Name extends ToolName> = Tools[Name]['input'];
export type OutputOf<Name extends ToolName> = Tools[Name]['output'];

/** Refusal of a call, or the reason why there was no answer. */
export class CallError extends Error {
  readonly code: ErrorBody['error']['code'] | 'offline';
  readonly reason: string | undefined;
  /** Case within its reason. */
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The failed action. Equal actions have equal texts. */
  action: string | undefined;
  tool: ToolName | undefined;

  /** @param message for models and logs: a person is told `messageOf` */
  constructor(code: CallError['code'], message: string, { reason, detail, retryAfterSeconds }: Partial<CallError> = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** End of a call, for watchers of the connection and the session. */
export interface CallEnd {
  orgId: string | undefined;
  name: ToolName;
  action: string;
  /** Undefined when it succeeded. */
  error: CallError | undefined;
  /** Names the call in the log. */
  requestId: string | undefined;
}

const listeners = new Set<(end: CallEnd) => void>();

/** Hears of the end of every call. Returns a function that stops it. */
export function hearCalls(listener: (end: CallEnd) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the tool and its identifiers. Saving the same document again is the same action, with any text. */
export function actionOf(name: ToolName, input: object): string {
  return JSON.stringify([name, Object.entries(input).filter(([field]) => /Ids?$/.test(field))]);
}

/** Ends a call: notifies the watchers, and throws if it failed or was stopped. */
type EndCall = (answer: Response | undefined, error: CallError | undefined) => void;

/** A call is sent. */
export function beginCall(orgId: string | undefined, name: ToolName, input: object, signal?: AbortSignal): EndCall {
  const endChange = changesOrganization(name) ? ownChanges.begin() : undefined;
  return (answer, error) => {
    const requestId = answer?.headers.get('X-Request-Id') ?? undefined;
    endChange?.(requestId);
    signal?.throwIfAborted();
    endCall({ orgId, name, input, error, requestId });
  };
}

function endCall({ orgId, name, input, error, requestId }: Omit<CallEnd, 'action'> & { input: object }): void {
  const action = actionOf(name, input);
  if (error) Object.assign(error, { action, tool: name });
  for (const listener of listeners) listener({ orgId, name, action, error, requestId });
  if (error) throw error;
}

/** Pause after which the gateway accepts the same call, if it stated one. */
export function statedPauseMs(error: unknown): number | undefined {
  const seconds = error instanceof CallError ? error.retryAfterSeconds : undefined;
  return seconds === undefined ? undefined : seconds * 1000;
}

/** True if the subject does not exist or is invisible to this person. The gateway does not distinguish these. */
export const isNotFound = (error: unknown): boolean => error instanceof CallError && error.reason === 'no_such_item';

/** Calls a tool in an organization, or one that belongs to none. Rejects with a CallError. */
export async function call<Name extends ToolName>(
  orgId: string | undefined,
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<OutputOf<Name>> {
  const request = { method: 'POST', body: JSON.stringify(input), headers: { 'Content-Type': 'application/json' } };
  const end = beginCall(orgId, name, input, signal);
  const answer = await fetch(pathOf(orgId, name), { ...request, signal: signal ?? null }).catch(() => undefined);
  const body = answer && (await readAnswer(answer));
  end(answer, faultOf(answer, body));
  return body as OutputOf<Name>;
}

/** Fault of an answer. Undefined for a result. */
function faultOf(answer: Response | undefined, body: unknown): CallError | undefined {
  if (!answer) return notAnswered();
  if (!answer.ok) return readError(answer.status, body, answer.headers.get('Retry-After'));
  return body === undefined ? new CallError('offline', 'the answer was cut off') : undefined;
}

export function pathOf(orgId: string | undefined, name: ToolName): string {
  return `/app/api${orgId === undefined ? '' : `/${encodeURIComponent(orgId)}`}/tools/${name}`;
}

export function notAnswered(): CallError {
  return new CallError('offline', 'no answer');
}

/** Reads an error from an answer. */
export function readError(status: number, answered: unknown, retryAfter: string | null): CallError {
  const body = answered as ErrorBody | undefined;
  if (!body?.error) return new CallError('offline', `something between here and the gateway answered ${status}`);
  const { code, message, reason, detail } = body.error;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new CallError(code, message, { reason, detail, retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined });
}
