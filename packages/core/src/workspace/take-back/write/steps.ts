import type { LeftReason } from '@gatehouse/domain/take-back';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { GatewayError } from '../../../kernel/errors/errors.ts';

/** A field, or some that are set together. */
export interface Step {
  fields: string[];
  /** If it is refused, nothing after it is tried. */
  isNeeded?: boolean;
  set(context: ToolContext): Op<unknown>;
}

export interface FieldsSet {
  fields: string[];
  refused: LeftReason | undefined;
  /** The name that it did not get yet, because something else has it. */
  wantedName?: string | undefined;
}

/** Sets each field by itself: one that is refused stays as it is. The tools that set them note what they did; the activity row is of the whole. */
export function* attemptEach(context: ToolContext, steps: readonly Step[]): Op<FieldsSet> {
  const apart = { ...context, notes: { ...context.notes } };
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
