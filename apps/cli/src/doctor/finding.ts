/** Result of one check, with advice if something is wrong. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

export type Verdict = Omit<Finding, 'check'>;

export const ok = (message: string): Verdict => ({ state: 'ok', message });
export const warning = (message: string): Verdict => ({ state: 'warning', message });
export const failed = (message: string): Verdict => ({ state: 'failed', message });
