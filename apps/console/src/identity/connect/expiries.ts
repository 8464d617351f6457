import { dayMs } from '@gatehouse/domain';
import { expiries as strings } from '../strings.ts';

export const expiries = [
  { value: '1', label: strings.oneDay },
  { value: '7', label: strings.sevenDays },
  { value: '30', label: strings.thirtyDays },
  { value: '90', label: strings.ninetyDays },
  { value: '365', label: strings.oneYear },
  { value: 'never', label: strings.never },
];

/** When a key ends that was made to work for so many days; undefined where it does not end. */
export function expiryOf(days: string, now: number): number | undefined {
  return days === 'never' ? undefined : now + Number(days) * dayMs;
}
