import { describe } from 'vitest';
import type { EntranceKind } from './entrance.ts';
import { httpEntrance } from './http.ts';
import { mcpLegacyEntrance, mcpModernEntrance } from './mcp-http.ts';
import { stdioEntrance } from './stdio.ts';

export type { Entrance, EntranceKind, Reply } from './entrance.ts';
export { httpEntrance, mcpLegacyEntrance, mcpModernEntrance, stdioEntrance };

/** All entrances. A behavior of the gateway is the same through each. */
export const entranceKinds: readonly EntranceKind[] = [httpEntrance, mcpModernEntrance, mcpLegacyEntrance, stdioEntrance];

/** Two entrances by day, because the matrix and the byte test of MCP's quick path compare the others with them. All entrances at night. */
const chosen = process.env.E2E_ENTRANCES === 'all' ? entranceKinds : [httpEntrance, mcpModernEntrance];

/** Runs a group of tests through every entrance. */
export function forEachEntrance(define: (kind: EntranceKind) => void): void {
  describe.each(chosen)('through $name', define);
}
