import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/**
 * Delivers messages in order, and waits after each notification until it is handled. The client handles a notification slightly later than
 * an answer. After the answer it would no longer find the call.
 */
export function createDelivery(onMessage: (message: JSONRPCMessage) => void): (message: JSONRPCMessage) => void {
  const waiting: JSONRPCMessage[] = [];
  let isPaused = false;

  function deliver(): void {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      onMessage(message);
      if ('id' in message) continue;
      isPaused = true;
      setImmediate(goOn);
      return;
    }
  }

  function goOn(): void {
    isPaused = false;
    deliver();
  }

  return (message) => {
    waiting.push(message);
    if (!isPaused) deliver();
  };
}
