/** Sign-in at a service that this tab has begun, with the page to open afterwards. */
export interface BegunSignIn {
  orgId: string;
  connectionId: string;
  /** Name of the service for people. */
  name: string;
}

const key = 'gatehouse-service-sign-in';

/** Stores the sign-in in this tab, because the service sends the browser to the same page for every organization. */
export function keepBegun(storage: Storage, begun: BegunSignIn): void {
  storage.setItem(key, JSON.stringify(begun));
}

/** Sign-in that this tab began last. Undefined in other tabs. */
export function readBegun(storage: Storage): BegunSignIn | undefined {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
  return kept === null ? undefined : (kept as BegunSignIn);
}
