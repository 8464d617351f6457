import { type AllowedRanges, createAddressGuard } from './address-guard.ts';
import type { Answer } from './answer.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

export interface DocumentFetchOptions {
  allowPrivate: AllowedRanges;
  deadlineMs: number;
  maxBytes: number;
}

export interface DocumentFetch {
  /** Gets a small document. Follows no redirect, and reaches no private address unless it is allowed. // D37 */
  get(address: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Gets documents at addresses from unknown parties. The HTTP client is loaded with the first document. */
export function openDocumentFetch({ allowPrivate, ...limits }: DocumentFetchOptions): DocumentFetch {
  let opening: Promise<GuardedFetch> | undefined;
  const open = async () => {
    const { createGuardedFetch } = await import('./guarded-fetch.ts');
    return createGuardedFetch({ guard: createAddressGuard(allowPrivate), ...limits });
  };
  return {
    async get(address) {
      opening ??= open();
      return await (await opening).fetch(address, { headers: { accept: 'application/json' } });
    },
    close: async () => await (await opening)?.close(),
  };
}
