import { minuteMs } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { signDownload } from './download-url.ts';

/** How long a download address works (D24). */
export const downloadMs = 15 * minuteMs;

/** For this version, this file of it and this reader only; null when nobody could reach it (D24). People reach the gateway where they find the console. */
export function downloadAddress({ settings, caller, now }: ToolContext, item: VisibleItem, version: number, path?: string): string | null {
  const base = settings.baseUrl ?? (caller.type === 'person' ? settings.consoleUrl : null);
  if (base === null || caller.personId === null) return null;
  const token = signDownload({
    secret: settings.secret,
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
