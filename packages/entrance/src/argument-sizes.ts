import { type NamedTool, type Registry, refusal } from '@gatehouse/core';
import { ordinaryArgumentBytes } from '@gatehouse/domain';

/** Maximum arguments of a tool, in bytes of JSON. An unknown tool has the ordinary maximum. // D17 */
export function maximumArgumentBytes({ registered }: Pick<NamedTool, 'registered'>): number {
  return registered?.definition.maximumArgumentBytes ?? ordinaryArgumentBytes;
}

/** Largest maximum, in bytes, among the tools that an agent of this access level may call. */
export function largestArgumentBytes({ agentTools }: Registry, access: 'read' | 'write'): number {
  const callable = agentTools.filter(({ definition }) => access === 'write' || definition.access === 'read');
  return Math.max(...callable.map((registered) => maximumArgumentBytes({ registered })));
}

/** Throws `too_large` for arguments of more bytes than their tool accepts. */
export function checkArgumentBytes(bytes: number, maximum: number): void {
  if (bytes > maximum)
    throw refusal(
      'too_large',
      `the arguments have more than the ${maximum} bytes that this tool accepts; send less, or a long text in several calls`,
    );
}
