/** A code change that no test can or should notice, because it does not affect what the product promises. */
interface Equivalent {
  file: string;
  /** The line as it is, and as it was changed, both without the space around them. */
  before: string;
  after: string;
  because: string;
}

const keyOrRate = 'if (!caller.key || !rate || slot?.admitted) return admitted;';
const refusedOutside = 'if (error instanceof GatewayError) return { error, rate: undefined };';
const noFiles = "if (!files) throw new Error('bytes are to be moved and there is no file store');";
const notTheFirst = 'if (count === 0 || timeAt(log, count - 1) <= now) return log;';

export const equivalent: readonly Equivalent[] = [
  {
    file: 'calls/call-frame.ts',
    before: keyOrRate,
    after: 'if (!caller.key && !rate || slot?.admitted) return admitted;',
    because: 'A caller has a rate exactly when it has a key.',
  },
  {
    file: 'calls/call-frame.ts',
    before: keyOrRate,
    after: 'if (!caller.key || !rate || slot.admitted) return admitted;',
    because: 'There is no rate without a slot.',
  },
  {
    file: 'calls/call-frame.ts',
    before: refusedOutside,
    after: 'if (false) return { error, rate: undefined };',
    because: 'A refusal that is thrown on is answered alike one level up, for the price of a transaction.',
  },
  {
    file: 'calls/call-frame.ts',
    before:
      'return {\n    itemType: null,\n    itemId: null,\n    agentName: null,\n    orgId: null,\n    service: null,\n    connectionId: null,\n    serviceTool: null,\n    serviceMicros: null,\n  };',
    after: 'return {};',
    because: 'What is left out of a row is null in it; the compiler asks for the fields.',
  },
  ...['{}', '{ changes: true }'].map((options) => ({
    file: 'calls/call-frame.ts',
    before:
      'await store.perform(log, { changes: false }).catch((fault: unknown) => report(internalError(fault, call.requestId), call.requestId));',
    after: `await store.perform(log, ${options}).catch((fault: unknown) => report(internalError(fault, call.requestId), call.requestId));`,
    because: 'Where the disk is full, it only says how the row of the failed call is written, once more.',
  })),
  ...[
    ['calls/outside-calls.ts', 'const first = await store.perform(() => prepare(call, tool), { changes: false });'],
    [
      'calls/workspace-calls.ts',
      'return await store.perform(() => frame.finish(call, admitted, { ok: false, error }), { changes: false });',
    ],
    ['gateway.ts', 'return await store.perform(() => refuse(call), { changes: false });'],
  ].map(([file = '', before = '']) => ({
    file,
    before,
    after: before.replace('{ changes: false }', '{}'),
    because: 'Undefined counts as false; the compiler asks for the field.',
  })),
  {
    file: 'calls/workspace-calls.ts',
    before: 'return await store.perform(() => frame.finish(call, admitted, { ok: false, error }), { changes: false });',
    after: 'return await store.perform(() => frame.finish(call, admitted, { ok: false, error }), { changes: true });',
    because: 'Those who wait for changes look once more than they need to.',
  },
  {
    file: 'calls/workspace-calls.ts',
    before: noFiles,
    after: noFiles.replace("throw new Error('bytes are to be moved and there is no file store');", ';'),
    because: 'Without a file store no tool asks for bytes to be moved; the compiler asks for the line.',
  },
  {
    file: 'calls/workspace-calls.ts',
    before: noFiles,
    after: noFiles.replace('!files', 'false'),
    because: 'Without a file store no tool asks for bytes to be moved; the compiler asks for the line.',
  },
  {
    file: 'calls/workspace-calls.ts',
    before: "if (tool.access === 'write') return yield* store.attempt(() => tool.run(context, input));",
    after: 'if (true) return yield* store.attempt(() => tool.run(context, input));',
    because: 'A tool that only reads is spared a savepoint that has nothing to take back.',
  },
  {
    file: 'sqlite/slots.ts',
    before: 'if (log !== stored) save.run(keyId, log);',
    after: 'if (true) save.run(keyId, log);',
    because: 'An unchanged log is written again.',
  },
  {
    file: 'sqlite/slots.ts',
    before: notTheFirst,
    after: 'if (count === 0 || timeAt(log, count - 1) < now) return log;',
    because: 'A log whose last call is now is the same when it is cut at now.',
  },
  {
    file: 'sqlite/slots.ts',
    before: notTheFirst,
    after: 'if (count === 0 || false) return log;',
    because: 'A log without a call in the future is the same when it is cut at now, only copied.',
  },
  {
    file: 'sqlite/slots.ts',
    before: 'const head = at - start > furthest ? timeAt(log, expired) : start;',
    after: 'const head = at - start >= furthest ? timeAt(log, expired) : start;',
    because: 'Where the head moves one call earlier than it must, the times are the same.',
  },
  {
    file: 'sqlite/slots.ts',
    before: 'if (live > 0 && head === start) log.copy(next, headBytes, headBytes + expired * callBytes);',
    after: 'if (false) log.copy(next, headBytes, headBytes + expired * callBytes);',
    because: 'The loop beside it writes the same bytes, slower.',
  },
];
