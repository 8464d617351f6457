import { type AnyDefinition, type Registry, refusal } from '@gatehouse/core';
import { ordinaryArgumentBytes } from '@gatehouse/domain';

/** The most bytes of JSON that the arguments of a tool may have; a name that is no tool's has the ordinary size (D17). */
export function maximumArgumentBytes(registry: Registry, tool: string): number {
  return sizeOf(registry.find(tool)?.definition);
}

/** The most that any tool takes which an agent of this access level may call. */
export function largestArgumentBytes({ agentTools }: Registry, access: 'read' | 'write'): number {
  const callable = agentTools.filter(({ definition }) => access === 'write' || definition.access === 'read');
  return Math.max(...callable.map(({ definition }) => sizeOf(definition)));
}

/** Throws `too_large` for arguments of more bytes than their tool takes. */
export function checkArgumentBytes(bytes: number, maximum: number): void {
  if (bytes > maximum)
    throw refusal(
      'too_large',
      `the arguments have more than the ${maximum} bytes that this tool takes; send less, a long text in several calls`,
    );
}

function sizeOf(definition: AnyDefinition | undefined): number {
  return definition?.maximumArgumentBytes ?? ordinaryArgumentBytes;
}
