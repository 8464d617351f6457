import { type AccessLevel, maxDirectToolBytes } from '@gatehouse/domain';
import type { ServiceTool } from '@gatehouse/storage';
import type { JsonObject, ServicePort } from '../../kernel/ports/service-port.ts';

/** Description of a service's tool for the lists of a key that calls it by its own name (D76). */
export interface DirectToolDescription {
  name: string;
  title: string;
  description: string;
  access: AccessLevel;
  inputSchema: JsonObject;
  annotations: { title: string; readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
}

/** Names that clients accept. */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Describes a service's tool for lists, or gives the reason why clients would refuse it. One refused tool makes them refuse the whole list.
 */
export function describeDirectTool(
  { listedSchema }: Pick<ServicePort, 'listedSchema'>,
  name: string,
  { title, description, inputSchema, mode }: Pick<ServiceTool, 'title' | 'description' | 'inputSchema' | 'mode'>,
): DirectToolDescription | { fault: string } {
  if (!toolName.test(name)) return { fault: 'its name must be 1 to 64 letters, digits, "_" or "-"' };
  const listed = listedSchema(inputSchema);
  if ('fault' in listed) return listed;
  const shown = title?.trim() || name;
  const isReading = mode === 'read';
  const described = {
    name,
    title: shown,
    description: description.trim() || shown,
    access: mode,
    inputSchema: listed.schema,
    annotations: { title: shown, readOnlyHint: isReading, destructiveHint: !isReading, idempotentHint: false, openWorldHint: true },
  };
  const bytes = bytesInList(described);
  if (bytes > maxDirectToolBytes) return { fault: `it takes ${bytes} bytes in a list, and at most ${maxDirectToolBytes} are listed` };
  return described;
}

/** Bytes of a tool in an agent's list of tools. */
export function bytesInList({ name, title, description, inputSchema, annotations }: DirectToolDescription): number {
  const { title: _title, ...hints } = annotations;
  return Buffer.byteLength(JSON.stringify({ name, title, description, inputSchema, annotations: hints }));
}
