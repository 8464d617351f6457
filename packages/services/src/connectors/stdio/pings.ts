import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/**
 * Sends pings in addition to the client's own messages. Protocols differ on who may send one, but any answer proves that the other side
 * reads.
 */
export interface Pings {
  /** False if no answer comes within this time, or the other side has ended. All callers share one ping at a time. */
  send(waitMs: number): Promise<boolean>;
  /** True for the answer to a ping, which no other code must handle. */
  take(message: JSONRPCMessage): boolean;
  end(): void;
}

const prefix = 'gatehouse-ping-';

export function createPings(write: (line: string) => void): Pings {
  let sent = 0;
  let settle: ((isAnswered: boolean) => void) | undefined;
  let pending: Promise<boolean> | undefined;

  return {
    send(waitMs) {
      pending ??= new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => settle?.(false), waitMs);
        settle = (isAnswered) => {
          clearTimeout(timer);
          settle = undefined;
          pending = undefined;
          resolve(isAnswered);
        };
        write(`${JSON.stringify({ jsonrpc: '2.0', id: `${prefix}${++sent}`, method: 'ping' })}\n`);
      });
      return pending;
    },
    take(message) {
      const isAnswer = 'id' in message && typeof message.id === 'string' && message.id.startsWith(prefix) && !('method' in message);
      if (isAnswer) settle?.(true);
      return isAnswer;
    },
    end: () => settle?.(false),
  };
}
