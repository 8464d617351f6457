import { type JsonObject, refusal, type ServicePort } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';
import { LRUCache } from 'lru-cache';
import { createCheckQueue } from './check-queue.ts';
import { createCheckThread } from './check-thread.ts';
import { createRation } from './cpu-budget.ts';
import { unusable } from './describe-errors.ts';
import { type Compile, loopCheck, type SchemaCheck } from './schema-check.ts';
import { OutOfSteps, steps } from './steps.ts';

export interface ArgumentCheckerOptions {
  /** Time limit for checking the arguments of one call on a thread. Milliseconds of processor time. */
  checkMs?: number;
  /** Time limit for compiling a schema. Milliseconds of processor time. */
  compileMs?: number;
  /** Maximum wait of a call for a place on a thread (`waitMs`), and its time limit there by wall clock (`jobMs`). Milliseconds. */
  waitMs?: number;
  jobMs?: number;
  idleMs?: number;
  /** Decides when schemas are compiled on the event loop. */
  compileInTime?: Compile;
}

/** Checks arguments against the input schemas of service tools: cheap checks on the event loop, all others on a thread. // D33 */
export interface ArgumentChecker extends Pick<ServicePort, 'validate' | 'validateApart'> {
  close(): Promise<void>;
}

/**
 * Check of a schema: the compiled check, the reason why the schema is unusable, a function that compiles it later, or a mark for "only on
 * threads".
 */
type KnownCheck = CompiledCheck | Uncompiled;
type CompiledCheck = SchemaCheck | string | typeof onThread;

interface Uncompiled {
  compile: () => SchemaCheck | string;
}

const onThread = Symbol('on a thread');
/** Maximum characters of all compiled schemas. Each character takes some hundred bytes when compiled. */
const maxCompiled = 524_288;
const smallWeight = 100;
const maxUseless = 1000;
/** Maximum characters of a schema that is compiled on the event loop. */
const maxSchema = 8_192;
/** Maximum steps of a check on the event loop: about a millisecond. Arguments of 2 KB take about 700 steps. */
const maxSteps = 20_000;
/** Limits of the quick thread, which most checks try first. The steps take some milliseconds. */
const quickly = { maxSteps: 100_000, checkMs: 100, compileMs: 500, niceness: 0 };
/** Time for compiling on the event loop: at first enough for all tools of a usual workspace, then a twentieth of the time. */
const compiling = { maxMs: 500, share: 0.05 };

export function createArgumentChecker({
  checkMs = 250,
  compileMs = 2000,
  waitMs = 1000,
  jobMs = minuteMs / 2,
  idleMs = minuteMs,
  compileInTime = createRation(compiling),
}: ArgumentCheckerOptions = {}): ArgumentChecker {
  const known = new LRUCache<string, KnownCheck>({ maxSize: maxCompiled });
  const uselessApart = new LRUCache<string, string>({ max: maxUseless });
  const threads = {
    quick: createCheckThread({ jobMs, idleMs, ...quickly }),
    // Low priority: most checks here end by a limit. With few processors they must not slow down calls that are answered without a thread.
    patient: createCheckThread({ jobMs, idleMs, checkMs, compileMs, niceness: 10 }),
    // Lowest priority: every other task comes first.
    confined: createCheckThread({ jobMs, idleMs, checkMs, compileMs, niceness: 19 }),
  };
  const queue = createCheckQueue({ ...threads, waitMs });

  function checkOf(tool: CheckedTool): SchemaCheck | string | undefined {
    let found = known.get(tool.definitionHash);
    if (found === undefined) remember(tool, (found = uncompiled(tool.inputSchema, compileInTime)));
    if (typeof found !== 'object') return found === onThread ? undefined : found;
    const { compile } = found;
    const check = compileInTime(() => onLargeStack(compile));
    if (check !== undefined) remember(tool, check);
    return check === onThread ? undefined : check;
  }

  function remember({ definitionHash, inputSchema }: CheckedTool, found: KnownCheck): void {
    const isLarge = typeof found === 'object' || typeof found === 'function';
    const letters = isLarge ? JSON.stringify(inputSchema).length : smallWeight;
    known.set(definitionHash, found, { size: Math.min(letters, maxCompiled) });
  }

  return {
    validate(tool, given) {
      const check = checkOf(tool);
      if (check === undefined) return undefined;
      if (typeof check === 'string') return [unusable(check)];
      steps.allow(maxSteps);
      try {
        return check(given);
      } catch (error) {
        // A schema that refers to itself can also exhaust the stack.
        if (error instanceof OutOfSteps || error instanceof RangeError) return undefined;
        throw error;
      }
    },
    async validateApart(tool, given, { caller, signal }) {
      const why = uselessApart.get(tool.definitionHash);
      if (why !== undefined) return [unusable(why)];
      const job = { hash: tool.definitionHash, schema: tool.inputSchema, given };
      const outcome = await queue.run(caller, job, signal);
      if (outcome.state === 'checked') return outcome.faults;
      if (outcome.state === 'ended' && outcome.why !== 'compiling') throw tooMuch(outcome.why, checkMs);
      const found = outcome.state === 'unusable' ? outcome.why : 'it takes too long to compile';
      uselessApart.set(tool.definitionHash, found);
      return [unusable(found)];
    },
    async close() {
      await Promise.all(Object.values(threads).map((thread) => thread.close()));
    },
  };
}

type CheckedTool = Parameters<ServicePort['validate']>[0];

function uncompiled(schema: JsonObject, compileInTime: Compile): KnownCheck {
  try {
    if (JSON.stringify(schema).length > maxSchema) return onThread;
    const compile = loopCheck(schema, compileInTime);
    return compile ? { compile } : onThread;
  } catch (error) {
    if (error instanceof RangeError) return 'it is nested too deeply';
    throw error;
  }
}

/** Leaves a schema to threads, which have a larger stack, if it overflows the stack here. */
function onLargeStack(compile: Uncompiled['compile']): CompiledCheck {
  try {
    return compile();
  } catch (error) {
    if (error instanceof RangeError) return onThread;
    throw error;
  }
}

function tooMuch(why: 'time' | 'memory', checkMs: number) {
  const much = why === 'time' ? `longer than ${checkMs} ms` : 'too much memory';
  return refusal(
    'invalid_service_arguments',
    `these arguments take ${much} to check against the input schema of this tool, so nothing was sent; send fewer or shorter values`,
  );
}
