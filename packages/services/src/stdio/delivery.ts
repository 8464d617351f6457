import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/**
 * Hands messages on in their order, and lets a notification be dealt with before what follows it: the client takes it up a moment
 * later than an answer, and would not find its call any more.
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
