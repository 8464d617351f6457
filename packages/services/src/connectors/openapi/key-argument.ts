import type { ToolDefinition } from '@gatehouse/core';
import type { OperationBinding } from './operations.ts';

/** Argument of an operation that is sent as the header `Idempotency-Key`. */
export function keyArgument({ binding }: Pick<ToolDefinition, 'binding'>): string | undefined {
  const { parameters = [] } = (binding ?? {}) as Partial<OperationBinding>;
  return parameters.find((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === 'idempotency-key')?.argument;
}
