import { minuteMs } from '@gatehouse/domain';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export interface PreviewedItem {
  id: string;
  name: string;
  version: number;
  kind: string;
  mimeType: string;
  sizeBytes: number;
  text: string | null;
  downloadUrl: string | null;
}

interface Address {
  /** Null if this gateway has no download addresses. */
  path: string | null;
  isRefused: boolean;
  /** Requests a new address after a failed load. Addresses work for minutes. */
  renew: () => void;
}

/** Address for the bytes of a version. It stays the same while it works, so that nothing is loaded twice. */
export function useAddress({ id, version, downloadUrl }: PreviewedItem): Address {
  const { orgId } = useMembership();
  const key = `${id} ${version}`;
  const [kept, setKept] = useState({ key, path: pathOf(downloadUrl), isRefused: false });
  const renewedAt = useRef(0);
  if (kept.key !== key) setKept({ key, path: pathOf(downloadUrl), isRefused: false });
  const renew = useCallback(async () => {
    const isNew = Date.now() - renewedAt.current < newMs;
    renewedAt.current = Date.now();
    const found = isNew ? null : await call(orgId, 'read_item', { itemId: id, version, includeText: false }).catch(() => null);
    const path = pathOf(found?.downloadUrl ?? null);
    setKept((now) => (now.key === key ? { key, path: path ?? now.path, isRefused: path === null } : now));
  }, [orgId, id, version, key]);
  return { path: kept.path, isRefused: kept.isRefused, renew: () => void renew() };
}

/** Age below which an address cannot be the cause of a failure. */
const newMs = minuteMs;

/** Uses the page's own origin, whatever public address the gateway has. */
function pathOf(downloadUrl: string | null): string | null {
  return downloadUrl === null ? null : new URL(downloadUrl).pathname;
}
