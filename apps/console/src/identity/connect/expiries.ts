import { dayMs } from '@gatehouse/domain';

export const expiries = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
];

/** Expiry of a key that works for this many days. Undefined if it does not expire. */
export function expiryOf(days: string, now: number): number | undefined {
  return days === 'never' ? undefined : now + Number(days) * dayMs;
}
