import type { ArgumentFault } from '@gatehouse/core';
import type { ErrorObject } from 'ajv';

/** Describes ajv's errors to callers, without repeats. */
export function describeErrors(errors: ErrorObject[]): ArgumentFault[] {
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
      return { path: inner(params.additionalProperty), message: 'is unknown' };
    case 'unevaluatedProperties':
      return { path: inner(params.unevaluatedProperty), message: 'is unknown' };
    case 'enum':
      return { path: instancePath, message: `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).slice(0, 300)}` };
    case 'const':
      return { path: instancePath, message: `must be ${JSON.stringify(params.allowedValue).slice(0, 300)}` };
    default:
      return { path: instancePath, message: message ?? `does not match "${keyword}"` };
  }
}

/** Replaces all faults if the schema cannot be checked. */
export function unusable(why: string): ArgumentFault {
  return { path: '', message: `cannot be checked, because the input schema of this tool is unusable: ${why}` };
}
