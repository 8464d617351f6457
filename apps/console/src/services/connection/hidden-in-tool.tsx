import { HiddenCharacters } from '../../kernel/signs/hidden-characters.tsx';
import type { ToolRow } from '../use-connections.ts';

/** Hidden characters of a tool, or of a server's instructions, by field. */
export function HiddenInTool({ tool: { hiddenCharacters = [] } }: { tool: Pick<ToolRow, 'hiddenCharacters'> }) {
  return <HiddenCharacters all={hiddenCharacters.map(({ field, ...found }) => ({ of: field, ...found }))} />;
}
