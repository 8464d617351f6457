import type { LeftReason } from '@gatehouse/domain/take-back';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { GatewayError } from '../../../kernel/errors/errors.ts';

/** A field, or fields that are set together. */
export interface Step {
  fields: string[];
  /** True if a refusal ends the steps. */
  isNeeded?: boolean;
  set(context: ToolContext): Op<unknown>;
}

export interface FieldsSet {
  fields: string[];
  refused: LeftReason | undefined;
  /** Wanted name that another subject still has. */
  wantedName?: string | undefined;
}

/**
 * Sets each field separately. A refused field stays as it is. The notes of the tools are discarded, because the activity row describes the
 * whole call.
 */
export function* attemptEach(context: ToolContext, steps: readonly Step[]): Op<FieldsSet> {
  const apart = { ...context, call: { ...context.call, notes: { ...context.call.notes } } };
  const done: FieldsSet = { fields: [], refused: undefined };
  for (const { fields, set, isNeeded } of steps) {
    const outcome = yield* context.store.attempt(() => set(apart));
    if (outcome.ok) {
      done.fields.push(...fields);
      continue;
    }
    if (!(outcome.error instanceof GatewayError)) throw outcome.error;
    done.refused = reasonFor(outcome.error);
    if (isNeeded) break;
  }
  return done;
}

function reasonFor({ reason }: GatewayError): LeftReason {
  if (reason === 'duplicate_name') return 'name_taken';
  return reason === 'too_large' || reason === 'invalid_skill' ? 'changed_since' : 'protected_item';
}
