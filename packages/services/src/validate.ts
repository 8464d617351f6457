import type { ArgumentFault, JsonObject } from '@gatehouse/core';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { boundedRegExp } from './bounded-reg-exp.ts';

/** Checks arguments against the input schemas of service tools (D33). */
export interface ArgumentValidator {
  validate(tool: { definitionHash: string; inputSchema: JsonObject }, given: JsonObject): ArgumentFault[];
}

interface Compiled {
  isValid: ValidateFunction;
  /** Finds every fault instead of the first; compiled when it is first needed. */
  explain: ValidateFunction | undefined;
}

const mostCompiled = 1000;
/** Arguments larger than this are told their first fault only: all faults of a long list would fill the memory. */
const explainedBytes = 65_536;

const options: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  ownProperties: true,
  addUsedSchema: false,
  // Checked by one checker for all, because each compiler would compile the schema of schemas first.
  validateSchema: false,
  code: { regExp: boundedRegExp },
};

/** Schemas are compiled once per definition; those used longest ago are given up first. */
export function createArgumentValidator(): ArgumentValidator {
  const compiled = new Map<string, Compiled | string>();

  function compiledOf(tool: { definitionHash: string; inputSchema: JsonObject }): Compiled | string {
    const known = compiled.get(tool.definitionHash);
    if (known) {
      compiled.delete(tool.definitionHash);
      compiled.set(tool.definitionHash, known);
      return known;
    }
    const made = compile(tool.inputSchema);
    compiled.set(tool.definitionHash, made);
    if (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value as string);
    return made;
  }

  return {
    validate(tool, given) {
      const found = compiledOf(tool);
      if (typeof found === 'string')
        return [{ path: '', message: `cannot be checked, because the input schema of this tool is not usable: ${found}` }];
      if (found.isValid(given)) return [];
      const first = found.isValid.errors ?? [];
      if (JSON.stringify(given).length > explainedBytes) return describe(first);
      found.explain ??= compiler(tool.inputSchema, true).compile(closed(tool.inputSchema));
      found.explain(given);
      return describe(found.explain.errors ?? first);
    },
  };
}

function compile(schema: JsonObject): Compiled | string {
  const checker = checkers[dialectOf(schema)];
  const { $schema: _dialect, ...plain } = schema;
  if (!checker.validateSchema(plain)) return checker.errorsText(checker.errors, { dataVar: 'schema' }).slice(0, 200);
  try {
    return { isValid: compiler(schema, false).compile(closed(schema)), explain: undefined };
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'it cannot be compiled';
  }
}

const checkers = { latest: new Ajv2020({ strict: false, logger: false }), draft7: new Ajv({ strict: false, logger: false }) };

function dialectOf({ $schema }: JsonObject): 'latest' | 'draft7' {
  return typeof $schema === 'string' && /draft-0[4-7]/.test($schema) ? 'draft7' : 'latest';
}

/** A compiler of its own for each schema: two services may give different schemas the same `$id`. */
function compiler(schema: JsonObject, allErrors: boolean): Ajv {
  const given = { ...options, allErrors };
  return dialectOf(schema) === 'draft7' ? new Ajv(given) : new Ajv2020(given);
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

function describe(errors: ErrorObject[]): ArgumentFault[] {
  const faults = new Map<string, ArgumentFault>();
  for (const error of errors) {
    const fault = describeError(error);
    faults.set(`${fault.path} ${fault.message}`, fault);
  }
  return [...faults.values()];
}

function describeError({ instancePath, keyword, params, message }: ErrorObject): ArgumentFault {
  const inner = (name: unknown) => `${instancePath}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  switch (keyword) {
    case 'required':
      return { path: inner(params.missingProperty), message: 'is required' };
    case 'additionalProperties':
      return { path: inner(params.additionalProperty), message: 'is not known' };
    case 'unevaluatedProperties':
      return { path: inner(params.unevaluatedProperty), message: 'is not known' };
    case 'enum':
      return { path: instancePath, message: `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).slice(0, 300)}` };
    case 'const':
      return { path: instancePath, message: `must be ${JSON.stringify(params.allowedValue).slice(0, 300)}` };
    default:
      return { path: instancePath, message: message ?? `does not fit "${keyword}"` };
  }
}
