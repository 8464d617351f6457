import { createHash } from 'node:crypto';
import { fieldOf } from '@gatehouse/domain';
import type { RequestId } from '@modelcontextprotocol/server';

export interface CallInFlight {
  /** Ends with the connection of the call, or when the client cancels it. */
  signal: AbortSignal;
  end(): void;
}

/**
 * Calls to services, which the client can cancel with a separate message. Over HTTP that message is a separate request. Clients number
 * their messages themselves, so a message cancels only calls of its own session, and none if two calls have the same id.
 */
export interface CallsInFlight {
  begin(owner: string, id: RequestId, connection: AbortSignal): CallInFlight;
  cancel(owner: string, ids: readonly unknown[]): void;
}

/** Maximum cancelled calls remembered for one message. A client has far fewer calls in flight. */
const maxCancelled = 1000;

export function createCallsInFlight(): CallsInFlight {
  const calls = new Map<string, AbortController[]>();

  return {
    begin(owner, id, connection) {
      const name = nameOf(owner, id);
      const controller = new AbortController();
      calls.set(name, [...(calls.get(name) ?? []), controller]);
      return {
        signal: AbortSignal.any([connection, controller.signal]),
        end() {
          const others = (calls.get(name) ?? []).filter((one) => one !== controller);
          if (others.length === 0) calls.delete(name);
          else calls.set(name, others);
        },
      };
    },
    cancel(owner, ids) {
      for (const id of ids.slice(0, maxCancelled)) {
        const [call, another] = calls.get(nameOf(owner, id)) ?? [];
        if (call && !another) call.abort(new Error('the client cancelled this call'));
      }
    },
  };
}

function nameOf(owner: string, id: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, id]))
    .digest('base64url');
}

/** Owner of a call, for cancelling: its key and session, or its key and program without a session. */
export function ownerOf(key: string | undefined, sessionId: string | null | undefined, userAgent: string | undefined): string {
  return JSON.stringify(sessionId ? [key, sessionId] : [key, null, userAgent]);
}

/** The ids of the requests that a message or batch cancels. */
export function cancelledIds(body: unknown): unknown[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const requestId = fieldOf(fieldOf(message, 'params'), 'requestId');
    return fieldOf(message, 'method') === 'notifications/cancelled' && requestId !== undefined ? [requestId] : [];
  });
}
