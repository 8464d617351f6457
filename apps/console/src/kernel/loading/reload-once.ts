import { minuteMs } from '@gatehouse/domain';
import { hasDraftWithoutRoom } from '../drafts/drafts.ts';

const key = 'gatehouse reloaded at';
/** Minimum time between reloads. A page that is still missing after one is missing in the new version, too. */
const restMs = minuteMs;

/** False after a recent reload, and if closing the page would lose a text. */
export function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  return Date.now() - last > restMs && !hasDraftWithoutRoom(localStorage);
}

export function reload(): void {
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}
