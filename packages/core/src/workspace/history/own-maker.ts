import type { ToolContext } from '../../kernel/context/context.ts';

/** Whose changes are the caller's own: those of its key, or, of a person who calls without a key, theirs and what agents did for them. */
export function ownMaker({ caller, viewer }: ToolContext) {
  return caller.key ? ({ maker: 'keyId', id: caller.key.id } as const) : ({ maker: 'personId', id: viewer.personId } as const);
}
