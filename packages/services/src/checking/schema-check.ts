import type { ArgumentFault, JsonObject } from '@gatehouse/core';
import { Ajv, type CodeOptions, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { closedSchema } from './closed-schema.ts';
import { addCounting, withCosts } from './cost-bounded-schema.ts';
import { describeErrors } from './describe-errors.ts';
import { equalValues } from './equal-values.ts';
import { mendedSchema } from './mended-schema.ts';
import { countedPattern, patientPattern } from './patterns/bounded-pattern.ts';
import { OutOfSteps, steps } from './steps.ts';
import { uniqueItems } from './unique-items.ts';

/** Finds the faults of arguments against one schema. */
export type SchemaCheck = (given: JsonObject) => ArgumentFault[];

/** For larger arguments, only the first fault is reported: all faults of a long list would fill the memory. */
const explainedBytes = 65_536;

/** Maximum parts of a schema for the event loop. A larger one takes tens of milliseconds to compile. */
const maxParts = 150;

/** Compiles if there is time for it, otherwise returns undefined. */
export type Compile = <Made>(compile: () => Made) => Made | undefined;

/**
 * Creates a compiler of checks on the event loop, which throw OutOfSteps when their steps are spent. Undefined for a schema that only
 * threads check: a large one, or one whose steps cannot be counted.
 */
export function loopCheck(schema: JsonObject, compileInTime: Compile): (() => SchemaCheck) | undefined {
  const counted = withCosts(closedSchema(schema, schema));
  if (!counted || counted.parts > maxParts) return undefined;
  return () => makeCheck(schema, { regExp: countedPattern, compileInTime, takesUncounted: false });
}

/** Creates a check for a thread. If its steps cannot be counted, it spends them all at its beginning. */
export function threadCheck(schema: JsonObject, compileInTime: Compile): SchemaCheck {
  return makeCheck(schema, { regExp: patientPattern, compileInTime, takesUncounted: true });
}

interface Making {
  regExp: RegExpEngine;
  compileInTime: Compile;
  takesUncounted: boolean;
}

/** Compiles any schema, so that every tool can be called. The service checks what cannot be checked here. // D33 */
function makeCheck(schema: JsonObject, { regExp, compileInTime, takesUncounted }: Making): SchemaCheck {
  for (const { read, dialect } of readings(schema)) {
    const counted = withCosts(read);
    if (!counted && !takesUncounted) continue;
    const compile = (allErrors: boolean) =>
      compiler(dialect, { allErrors, code: { regExp, optimize: false } }).compile(counted?.schema ?? read);
    const isValid = compiled(read, dialect, compile);
    if (!isValid) continue;
    const check = checkWith(isValid, () => compileInTime(() => compile(true)));
    return counted ? check : spendingAll(check);
  }
  throw new Error('a schema of any object cannot be compiled');
}

/** Yields forms of the schema to try: unchanged, then with fewer and fewer of its faults. */
function* readings(schema: JsonObject): Generator<{ read: JsonObject; dialect: Dialect }> {
  yield { read: closedSchema(schema, schema), dialect: dialectOf(schema) };
  yield { read: closedSchema(mendedSchema(schema, { withReferences: true }), schema), dialect: 'latest' };
  yield { read: closedSchema(mendedSchema(schema, { withReferences: false }), schema), dialect: 'latest' };
  yield { read: { type: 'object' }, dialect: 'latest' };
}

function compiled(schema: JsonObject, dialect: Dialect, compile: (allErrors: boolean) => ValidateFunction): ValidateFunction | undefined {
  try {
    return checkers[dialect].validateSchema(schema) ? compile(false) : undefined;
  } catch (error) {
    // The schema is nested deeply. The possible depth depends on the stack of the current thread.
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    return undefined;
  }
}

function spendingAll(check: SchemaCheck): SchemaCheck {
  return (given) => {
    steps.spend(Number.POSITIVE_INFINITY);
    return check(given);
  };
}

type RegExpEngine = NonNullable<CodeOptions['regExp']>;

/** Reports every fault. This needs a second compiled form of the schema, which is made on first use. */
function checkWith(isValid: ValidateFunction, makeExplain: () => ValidateFunction | undefined): SchemaCheck {
  let explain: ValidateFunction | undefined;
  return (given) => {
    if (isValid(given)) return [];
    const first = isValid.errors ?? [];
    if (JSON.stringify(given).length > explainedBytes) return describeErrors(first);
    explain ??= makeExplain();
    if (!explain) throw new OutOfSteps('there is no time to compile the check that finds every fault');
    try {
      explain(given);
    } catch (error) {
      if (error instanceof OutOfSteps) return describeErrors(first);
      throw error;
    }
    return describeErrors(explain.errors ?? first);
  };
}

/**
 * Options of Ajv. Its optimization of generated code (`optimize`) is off: it takes twice as long as the rest of the compilation, and has no
 * visible effect at run time.
 */
const options: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  ownProperties: true,
  addUsedSchema: false,
  // Inlining all references could turn a schema of a few kilobytes into one of megabytes.
  inlineRefs: false,
  // A shared checker validates schemas, because each compiler would compile the meta-schema first.
  validateSchema: false,
};

const checkers = { latest: new Ajv2020({ strict: false, logger: false }), draft7: new Ajv({ strict: false, logger: false }) };

type Dialect = keyof typeof checkers;

function dialectOf({ $schema }: JsonObject): Dialect {
  return typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? 'draft7' : 'latest';
}

/** Creates a separate compiler for each schema, because two services may give different schemas the same `$id`. */
function compiler(dialect: Dialect, more: Options): Ajv {
  const given = { ...options, ...more };
  const made = dialect === 'draft7' ? new Ajv(given) : new Ajv2020(given);
  made.removeKeyword('uniqueItems');
  made.addKeyword(uniqueItems);
  for (const keyword of equalValues) {
    made.removeKeyword(keyword.keyword as string);
    made.addKeyword(keyword);
  }
  addCounting(made);
  return made;
}
