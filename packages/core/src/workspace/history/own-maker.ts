import type { ToolContext } from '../../kernel/context/context.ts';

/** Selects the caller's own changes: those of the key, or without a key, those of the person and their agents. */
export function ownMaker({ caller, viewer }: ToolContext) {
  return caller.key ? ({ maker: 'keyId', id: caller.key.id } as const) : ({ maker: 'personId', id: viewer.personId } as const);
}
