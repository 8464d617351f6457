import { createHash } from 'node:crypto';
import type { RequestId } from '@modelcontextprotocol/server';

export interface CallInFlight {
  /** Ends with the connection of the call, or when the client cancels it. */
  signal: AbortSignal;
  end(): void;
}

/**
 * Calls that leave the process and can be cancelled by a message of their own: over HTTP it comes as another request. Clients number their
 * messages by themselves, so a message cancels only calls of its own session, and none where two have the same id.
 */
export interface CallsInFlight {
  begin(owner: string, id: RequestId, connection: AbortSignal): CallInFlight;
  /** Cancels calls here, or lets `relay` look for them in all processes. */
  cancel(owner: string, ids: readonly unknown[]): void;
  /** How many calls of this process have this name. */
  count(name: string): number;
  cancelNamed(name: string): void;
}

export interface CallsInFlightOptions {
  /** Given the names of calls to cancel, where several processes serve one port. Names are hashes: what they are made of has the key in it. */
  relay?: ((names: string[]) => void) | undefined;
}

/** Of one message: a client has far fewer calls in flight. */
const maxCancelled = 1000;

export function createCallsInFlight({ relay }: CallsInFlightOptions = {}): CallsInFlight {
  const calls = new Map<string, AbortController[]>();

  function cancelNamed(name: string): void {
    const [call, another] = calls.get(name) ?? [];
    if (call && !another) call.abort(new Error('the client cancelled this call'));
  }

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
      const names = ids.slice(0, maxCancelled).map((id) => nameOf(owner, id));
      if (names.length === 0) return;
      if (relay) relay(names);
      else names.forEach(cancelNamed);
    },
    count: (name) => calls.get(name)?.length ?? 0,
    cancelNamed,
  };
}

function nameOf(owner: string, id: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, id]))
    .digest('base64url');
}

/** Whose calls a message can cancel: those of its key and session, or of its program where it has no session. */
export function ownerOf(key: string | undefined, sessionId: string | null | undefined, userAgent: string | undefined): string {
  return JSON.stringify(sessionId ? [key, sessionId] : [key, null, userAgent]);
}

/** The ids of the requests that a message or batch cancels. */
export function cancelledIds(body: unknown): unknown[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
    return method === 'notifications/cancelled' && params?.requestId !== undefined ? [params.requestId] : [];
  });
}
