import { count, printable, table } from '../output.ts';

export interface ServiceTool {
  name: string;
  description: string;
  mode: string;
  markedMode: string | null;
  heldFor: 'changed' | 'new' | null;
  isOff: boolean;
  definitionHash: string;
  changes: { field: string; before: unknown; after: unknown }[];
}

export interface Tested {
  reachable: boolean;
  message: string | null;
  toolsCount: number;
  added: string[];
  changed: string[];
  removed: string[];
  held: string[];
}

export function describeTools(found: ServiceTool[]): string {
  const rows = found.map(({ name, mode, markedMode, heldFor, isOff }) => [
    name,
    markedMode ? `${mode} (marked)` : mode,
    [isOff && 'off', heldFor && `held: ${heldFor}`].filter(Boolean).join(', '),
  ]);
  const held = describeHeld(found);
  return table(['TOOL', 'MODE', ''], rows, 'no tools') + (held && `\n\n${held}`);
}

/** What a person should have read before releasing held tools. The words are the service's own: none may move the cursor. */
export function describeHeld(found: ServiceTool[]): string {
  return found
    .filter(({ heldFor }) => heldFor !== null)
    .map(({ name, heldFor, description, changes }) => {
      const told =
        heldFor === 'new'
          ? [`  ${description}`]
          : changes.flatMap(({ field, before, after }) => [
              `  ${field}`,
              `    before ${JSON.stringify(before)}`,
              `    now    ${JSON.stringify(after)}`,
            ]);
      return [`${name} ${heldFor === 'new' ? 'is new' : 'has changed'}:`, ...told].map(printable).join('\n');
    })
    .join('\n');
}

export function describeTest({ reachable, message, toolsCount, ...changes }: Tested): string {
  if (!reachable) return `It does not answer: ${message}`;
  const told = Object.entries(changes).filter(([, names]) => names.length > 0);
  return [`It answers, with ${count(toolsCount, 'tool')}.`, ...told.map(([what, names]) => `${what}: ${names.join(', ')}`)]
    .map(printable)
    .join('\n');
}
