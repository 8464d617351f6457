import { isKeyed } from './guards.ts';

/** More than anybody means: what is nested deeper would exhaust the stack of those who read it. */
const deepest = 400;

/** Whether a value of a service has more levels than anybody may be given. It looks no further than that. */
export function isDeep(value: unknown, levels = deepest): boolean {
  if (!isKeyed(value)) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeep(value[key], levels - 1)) return true;
  return false;
}
