import { describe } from 'vitest';
import type { EntranceKind } from './entrance.ts';
import { httpEntrance } from './http.ts';
import { manyCallsEntrance } from './many.ts';
import { mcpLegacyEntrance, mcpModernEntrance } from './mcp-http.ts';
import { stdioEntrance } from './stdio.ts';

export type { Entrance, EntranceKind, Reply } from './entrance.ts';
export { httpEntrance, manyCallsEntrance, mcpLegacyEntrance, mcpModernEntrance, stdioEntrance };

/** Every way in; a behaviour of the gateway holds through each of them. */
export const entranceKinds: readonly EntranceKind[] = [httpEntrance, mcpModernEntrance, mcpLegacyEntrance, stdioEntrance];

/** Runs a group of tests through every entrance. */
export function forEachEntrance(define: (kind: EntranceKind) => void): void {
  describe.each(entranceKinds)('through $name', define);
}
