import { minuteMs } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { signDownload } from './download-url.ts';

/** Lifetime of a download address. // D24 */
export const downloadMs = 15 * minuteMs;

/**
 * Address for this version, file and reader only. Null if the gateway cannot be reached by it (D24). People use the address of the console.
 */
export function downloadAddress({ gateway, caller, now }: ToolContext, item: VisibleItem, version: number, path?: string): string | null {
  const base = gateway.settings.baseUrl ?? (caller.type === 'person' ? gateway.settings.consoleUrl : null);
  if (base === null || caller.personId === null) return null;
  const token = signDownload({
    secret: gateway.settings.secret,
    payload: {
      orgId: item.orgId,
      itemId: item.id,
      version,
      personId: caller.personId,
      keyId: caller.key?.id ?? null,
      expiresAt: now + downloadMs,
      path,
    },
  });
  return `${base}/v1/downloads/${token}`;
}
