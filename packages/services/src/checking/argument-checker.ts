import { type ArgumentFault, type JsonObject, refusal, type ServicePort } from '@gatehouse/core';
import { createCheckQueue } from './check-queue.ts';
import { type CheckOutcome, createCheckThread } from './check-thread.ts';
import { createRecentMap } from './recent-map.ts';
import { countedCheck, type SchemaCheck } from './schema-check.ts';
import { OutOfSteps, steps } from './steps.ts';

export interface ArgumentCheckerOptions {
  /** How long a thread may check the arguments of one call. Milliseconds. */
  checkMs?: number;
  /** How long a call may wait for a place there. Milliseconds. */
  waitMs?: number;
  idleMs?: number;
}

/** Checks arguments against the input schemas of service tools (D33): what is surely cheap at once, everything else on a thread. */
export interface ArgumentChecker extends Pick<ServicePort, 'validate' | 'validateApart'> {
  close(): Promise<void>;
}

const mostCompiled = 1000;
/** In place of a check: what can be found out about this schema, is found out on a thread. */
const onThread = Symbol('on a thread');
/** Letters of a schema that is compiled on the event loop, in about 15 ms, once. */
const largestSchema = 8_192;
/** What a check may spend on the event loop: about a millisecond. Arguments of 2 KB take about 700. */
const mostSteps = 20_000;

export function createArgumentChecker({ checkMs = 250, waitMs = 1000, idleMs = 60_000 }: ArgumentCheckerOptions = {}): ArgumentChecker {
  const known = createRecentMap<SchemaCheck | string | typeof onThread>(mostCompiled);
  const uselessApart = createRecentMap<string>(mostCompiled);
  const threads = { prompt: createCheckThread({ checkMs, idleMs }), slow: createCheckThread({ checkMs, idleMs }) };
  const queue = createCheckQueue({ ...threads, waitMs });

  function checkOf({ definitionHash, inputSchema }: CheckedTool): SchemaCheck | string | typeof onThread {
    const found = known.get(definitionHash);
    if (found !== undefined) return found;
    const made = quickCheck(inputSchema);
    known.set(definitionHash, made);
    return made;
  }

  return {
    validate(tool, given) {
      const check = checkOf(tool);
      if (check === onThread) return undefined;
      if (typeof check === 'string') return [unusable(check)];
      steps.left = mostSteps;
      try {
        return check(given);
      } catch (error) {
        // A schema that leads back to itself can also use up the stack.
        if (error instanceof OutOfSteps || error instanceof RangeError) return undefined;
        throw error;
      }
    },
    async validateApart(tool, given, { caller, signal }) {
      const why = uselessApart.get(tool.definitionHash);
      if (why !== undefined) return [unusable(why)];
      const job = { hash: tool.definitionHash, schema: tool.inputSchema, given };
      const outcome = await queue.run(caller, job, signal);
      if (outcome.state === 'unusable') uselessApart.set(tool.definitionHash, outcome.why);
      return faultsOf(outcome, checkMs);
    },
    async close() {
      await Promise.all([threads.prompt.close(), threads.slow.close()]);
    },
  };
}

type CheckedTool = Parameters<ServicePort['validate']>[0];

function quickCheck(schema: JsonObject): SchemaCheck | string | typeof onThread {
  try {
    return JSON.stringify(schema).length > largestSchema ? onThread : (countedCheck(schema) ?? onThread);
  } catch (error) {
    if (error instanceof RangeError) return 'it is nested too deeply';
    throw error;
  }
}

function faultsOf(outcome: CheckOutcome, checkMs: number): ArgumentFault[] {
  switch (outcome.state) {
    case 'checked':
      return outcome.faults;
    case 'unusable':
      return [unusable(outcome.why)];
    case 'ended': {
      if (outcome.why === 'compiling') return [unusable('it takes too long to compile')];
      const much = outcome.why === 'time' ? `longer than ${checkMs} ms` : 'too much memory';
      throw refusal(
        'invalid_service_arguments',
        `these arguments take ${much} to check against the input schema of this tool, so nothing was sent; send fewer or shorter values`,
      );
    }
    default:
      return outcome satisfies never;
  }
}

function unusable(why: string): ArgumentFault {
  return { path: '', message: `cannot be checked, because the input schema of this tool is not usable: ${why}` };
}
