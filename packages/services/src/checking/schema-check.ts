import type { ArgumentFault, JsonObject } from '@gatehouse/core';
import { Ajv, type CodeOptions, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { countsSteps, withCosts } from './counted-schema.ts';
import { describeErrors } from './describe-errors.ts';
import { countedPattern, patientPattern } from './patterns/bounded-pattern.ts';
import { OutOfSteps } from './steps.ts';
import { uniqueItems } from './unique-items.ts';

/** Finds what is wrong with arguments by one schema. */
export type SchemaCheck = (given: JsonObject) => ArgumentFault[];

/** Arguments larger than this are told their first fault only: all faults of a long list would fill the memory. */
const explainedBytes = 65_536;

/**
 * For the event loop: the check throws OutOfSteps when it has spent what it may. Undefined where that cannot be counted, and text where the
 * schema is of no use.
 */
export function countedCheck(schema: JsonObject): SchemaCheck | string | undefined {
  const costs = withCosts(closed(schema));
  return costs && makeCheck(schema, costs, countedPattern);
}

/** For a thread that can be ended: it takes as long as it takes. Text where the schema is of no use. */
export function patientCheck(schema: JsonObject): SchemaCheck | string {
  return makeCheck(schema, closed(schema), patientPattern);
}

function makeCheck(schema: JsonObject, ready: JsonObject, regExp: NonNullable<CodeOptions['regExp']>): SchemaCheck | string {
  const checker = checkers[dialectOf(schema)];
  const { $schema: _dialect, ...plain } = schema;
  if (!checker.validateSchema(plain)) return checker.errorsText(checker.errors, { dataVar: 'schema' }).slice(0, 200);
  const compile = (allErrors: boolean) => compiler(schema, { allErrors, code: { regExp, optimize: false } }).compile(ready);
  try {
    return checkWith(compile(false), () => compile(true));
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'it cannot be compiled';
  }
}

/** Every fault at once takes a second form of the schema, which is made when it is first needed. */
function checkWith(isValid: ValidateFunction, makeExplain: () => ValidateFunction): SchemaCheck {
  let explain: ValidateFunction | undefined;
  return (given) => {
    if (isValid(given)) return [];
    const first = isValid.errors ?? [];
    if (JSON.stringify(given).length > explainedBytes) return describeErrors(first);
    try {
      explain ??= makeExplain();
      explain(given);
    } catch (error) {
      if (error instanceof OutOfSteps) return describeErrors(first);
      throw error;
    }
    return describeErrors(explain.errors ?? first);
  };
}

/** Code is not made smaller before it is compiled (`optimize`): that takes twice as long as all the rest and is not noticed when it runs. */
const options: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  ownProperties: true,
  addUsedSchema: false,
  // Written out at every place that refers to it, a schema of a few kilobytes can become one of megabytes.
  inlineRefs: false,
  // Checked by one checker for all, because each compiler would compile the schema of schemas first.
  validateSchema: false,
};

const checkers = { latest: new Ajv2020({ strict: false, logger: false }), draft7: new Ajv({ strict: false, logger: false }) };

function dialectOf({ $schema }: JsonObject): 'latest' | 'draft7' {
  return typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? 'draft7' : 'latest';
}

/** A compiler of its own for each schema: two services may give different schemas the same `$id`. */
function compiler(schema: JsonObject, more: Options): Ajv {
  const given = { ...options, ...more };
  const made = dialectOf(schema) === 'draft7' ? new Ajv(given) : new Ajv2020(given);
  made.removeKeyword('uniqueItems');
  made.addKeyword(uniqueItems);
  made.addKeyword(countsSteps);
  return made;
}

const opening = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
];

/**
 * The arguments themselves are a closed object, as those of every tool here (D2): a schema that lists properties and says nothing of
 * others means them all. The dialect is left out, because it was chosen by it.
 */
function closed({ $schema: _dialect, ...schema }: JsonObject): JsonObject {
  const saysNothingOfOthers = typeof schema.properties === 'object' && !opening.some((keyword) => keyword in schema);
  return saysNothingOfOthers ? { ...schema, additionalProperties: false } : schema;
}
