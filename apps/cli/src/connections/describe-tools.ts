import { describeHiddenCharacters, type HiddenCharacters } from '@gatehouse/domain';
import { count, printable, table } from '../terminal/output.ts';

export interface ServiceTool {
  name: string;
  description: string;
  mode: string;
  markedMode: string | null;
  heldFor: 'changed' | 'new' | null;
  isOff: boolean;
  definitionHash: string;
  changes: { field: string; before: unknown; after: unknown }[];
  hiddenCharacters?: ({ field: string } & HiddenCharacters)[];
}

/** Part of a service that is not available as a tool, with the reason. */
export interface LeftOut {
  operation: string;
  reason: string;
}

export interface Tested {
  reachable: boolean;
  message: string | null;
  toolsCount: number;
  added: string[];
  changed: string[];
  removed: string[];
  held: string[];
  leftOut?: LeftOut[];
  /** Process that connected to the service: the running gateway, or the command if none runs. */
  askedBy: 'gateway' | 'command';
}

export function describeTools(found: ServiceTool[], leftOut: LeftOut[] = []): string {
  const rows = found.map(({ name, mode, markedMode, heldFor, isOff }) => [
    name,
    markedMode ? `${mode} (marked)` : mode,
    [isOff && 'off', heldFor && `held: ${heldFor}`].filter(Boolean).join(', '),
  ]);
  const held = describeHeld(found);
  const others = describeLeftOut(leftOut);
  return table(['TOOL', 'MODE', ''], rows, 'no tools') + (held && `\n\n${held}`) + (others.length > 0 ? `\n\n${others.join('\n')}` : '');
}

const maxShown = 20;

/** Lists operations that are not tools. The text comes from the service. */
export function describeLeftOut(leftOut: LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, maxShown).map(({ operation, reason }) => printable(`  ${operation}: ${reason}`));
  const more = leftOut.length > maxShown ? [`  and ${leftOut.length - maxShown} more (--json shows all)`] : [];
  return [`${count(leftOut.length, 'operation')} ${leftOut.length === 1 ? 'is' : 'are'} left out:`, ...shown, ...more];
}

/** Text that a person should read before releasing held tools. It comes from the service, so it must not move the cursor. */
export function describeHeld(found: ServiceTool[]): string {
  return found
    .filter(({ heldFor }) => heldFor !== null)
    .map(({ name, heldFor, description, changes, hiddenCharacters = [] }) => {
      const told =
        heldFor === 'new'
          ? [`  ${description}`]
          : changes.flatMap(({ field, before, after }) => [
              `  ${field}`,
              `    before ${JSON.stringify(before)}`,
              `    now    ${JSON.stringify(after)}`,
            ]);
      const hidden = hiddenCharacters.map(({ field, ...found }) => `  ${field} has ${describeHiddenCharacters(found)}`);
      return [`${name} ${heldFor === 'new' ? 'is new' : 'has changed'}:`, ...told, ...hidden].map(printable).join('\n');
    })
    .join('\n');
}

export function describeTest({ reachable, message, toolsCount, leftOut = [], askedBy, ...changes }: Tested): string {
  const by = askedBy === 'gateway' ? 'the gateway' : 'this command, as no gateway runs on this data directory';
  if (!reachable) return `It does not answer ${by}: ${message}`;
  const told = Object.entries(changes).filter(([, names]) => names.length > 0);
  // The count may be zero: some services show their tools only to connected accounts.
  const first = `It answers ${by}, with ${count(toolsCount, 'tool')}${message === null ? '' : `; ${message}`}.`;
  return [first, ...told.map(([what, names]) => `${what}: ${names.join(', ')}`)].map(printable).concat(describeLeftOut(leftOut)).join('\n');
}
