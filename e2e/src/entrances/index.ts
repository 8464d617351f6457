import { describe } from 'vitest';
import type { EntranceKind } from './entrance.ts';
import { httpEntrance } from './http.ts';
import { mcpLegacyEntrance, mcpModernEntrance } from './mcp-http.ts';
import { stdioEntrance } from './stdio.ts';

export type { Entrance, EntranceKind, Reply } from './entrance.ts';
export { httpEntrance, mcpLegacyEntrance, mcpModernEntrance, stdioEntrance };

/** Every way in; a behaviour of the gateway holds through each of them. */
export const entranceKinds: readonly EntranceKind[] = [httpEntrance, mcpModernEntrance, mcpLegacyEntrance, stdioEntrance];

/** No entrance knows which engine is below it, so two are enough where the same behaviours run again on Postgres. */
const chosen = process.env.E2E_ENTRANCES === 'few' ? [httpEntrance, mcpModernEntrance] : entranceKinds;

/** Runs a group of tests through every entrance. */
export function forEachEntrance(define: (kind: EntranceKind) => void): void {
  describe.each(chosen)('through $name', define);
}
