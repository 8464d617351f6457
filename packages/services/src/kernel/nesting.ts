import { isKeyed } from './guards.ts';

/** Maximum levels of a value, more than any service needs. Deeper nesting would exhaust the stack of its readers. */
const deepest = 400;

/** True if a value from a service has more levels than the limit. Stops there. */
export function isDeep(value: unknown, levels = deepest): boolean {
  if (!isKeyed(value)) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeep(value[key], levels - 1)) return true;
  return false;
}
