import type { ErrorBody, Tools } from '@gatehouse/core';

/** Tools that people call; those of agents are among them. */
export type ToolName = keyof Tools;
export type InputOf<Name extends ToolName> = Tools[Name]['input'];
export type OutputOf<Name extends ToolName> = Tools[Name]['output'];

/** What a call was refused with, or why there was no answer. */
export class CallError extends Error {
  readonly code: ErrorBody['error']['code'] | 'offline';
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: CallError['code'], message: string, { reason, retryAfterSeconds }: Partial<CallError> = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What was asked for is not there, or not for this person: nobody is told which. */
export const isNotFound = (error: unknown): boolean => error instanceof CallError && error.reason === 'no_such_item';

/** Calls a tool in an organization, or one that belongs to none. Rejects with a CallError. */
export async function call<Name extends ToolName>(
  orgId: string | undefined,
  name: Name,
  input: InputOf<Name>,
  signal?: AbortSignal,
): Promise<OutputOf<Name>> {
  const request = { method: 'POST', body: JSON.stringify(input), headers: { 'Content-Type': 'application/json' } };
  const answer = await fetch(pathOf(orgId, name), { ...request, signal: signal ?? null }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw notAnswered();
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && body !== undefined) return body as OutputOf<Name>;
  if (answer.ok) throw new CallError('offline', 'The answer of Gatehouse was cut off. Try again.');
  throw readError(answer.status, body, answer.headers.get('Retry-After'));
}

export function pathOf(orgId: string | undefined, name: ToolName): string {
  return `/app/api${orgId === undefined ? '' : `/${encodeURIComponent(orgId)}`}/tools/${name}`;
}

export function notAnswered(): CallError {
  return new CallError('offline', 'Gatehouse does not answer. Check the connection; nothing was lost.');
}

/** What an answer says that is no result. */
export function readError(status: number, answered: unknown, retryAfter: string | null): CallError {
  const body = answered as ErrorBody | undefined;
  if (!body?.error) return new CallError('offline', `Something between here and Gatehouse answered ${status}. Try again.`);
  const { code, message, reason } = body.error;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new CallError(code, message, { reason, retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined });
}
