import { parseToolSlug } from '@gatehouse/domain';
import { refusal } from '../errors/errors.ts';

/** Splits an argument `toolSlug` into service and tool. Throws `invalid_argument` if it has another form. */
export function splitToolSlug(toolSlug: string): { service: string; name: string } {
  const parts = parseToolSlug(toolSlug);
  if (parts) return parts;
  throw refusal('invalid_argument', 'argument "toolSlug" must be <service>__<tool>; list_service_tools returns it for every tool');
}
