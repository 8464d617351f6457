import { sayFailed } from '../notices/notices.ts';
import { messageOf } from './failed.tsx';

/** Reports the failure of an action in words for people. */
export function sayError(error: unknown): void {
  sayFailed(messageOf(error), error);
}
