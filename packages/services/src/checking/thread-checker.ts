import type { JsonObject } from '@gatehouse/core';
import { LRUCache } from 'lru-cache';
import type { CheckReply, CheckRequest, ThreadLimits } from './check-messages.ts';
import { unusable } from './describe-errors.ts';
import { type SchemaCheck, threadCheck } from './schema-check.ts';
import { OutOfSteps, steps } from './steps.ts';

export interface ThreadCheckerOptions extends Pick<ThreadLimits, 'checkMs' | 'maxSteps'> {
  tell: (reply: CheckReply) => void;
  /** The processor time that this thread has used. Milliseconds. */
  usedMs: () => number;
}

/** Maximum characters of compiled schemas. Each character takes some hundred bytes when compiled. */
const maxCompiled = 262_144;
/** Steps between two checks of the clock: about a millisecond. */
const stepsOfALook = 20_000;

/** Handles a request on a thread: compiles an unknown schema, reports the start of each phase, and returns the last reply. */
export function createThreadChecker({ checkMs, maxSteps, tell, usedMs }: ThreadCheckerOptions): (request: CheckRequest) => CheckReply {
  const compiled = new LRUCache<string, SchemaCheck | string>({ maxSize: maxCompiled });

  function compile<Made>(work: () => Made): Made {
    tell({ state: 'compiling', usedMs: usedMs() });
    const made = work();
    beginCheck();
    return made;
  }

  function beginCheck(): void {
    const began = usedMs();
    tell({ state: 'checking', usedMs: began });
    if (maxSteps !== undefined) steps.allow(maxSteps);
    else steps.allow(stepsOfALook, () => (usedMs() - began < checkMs ? stepsOfALook : 0));
  }

  function checkOf({ hash, schema }: CheckRequest): SchemaCheck | string | undefined {
    const known = compiled.get(hash);
    if (known !== undefined || schema === undefined) return known;
    const made = compile(() => checkOrWhyNot(JSON.parse(schema)));
    compiled.set(hash, made, { size: Math.min(schema.length, maxCompiled) });
    return made;
  }

  function checkOrWhyNot(schema: JsonObject): SchemaCheck | string {
    try {
      return threadCheck(schema, compile);
    } catch (error) {
      if (error instanceof RangeError) return 'it is nested too deeply';
      throw error;
    }
  }

  return (request) => {
    const check = checkOf(request);
    if (check === undefined) return { state: 'wanted' };
    if (typeof check === 'string') return { state: 'unusable', why: check };
    const given = JSON.parse(request.given);
    beginCheck();
    try {
      return { state: 'checked', faults: check(given) };
    } catch (error) {
      if (error instanceof OutOfSteps) return { state: 'ended', why: 'time' };
      // Other arguments may still fit on the stack.
      if (error instanceof RangeError)
        return { state: 'checked', faults: [unusable('it refers to itself endlessly, or is nested too deeply')] };
      throw error;
    }
  };
}
