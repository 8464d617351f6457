import { type ComponentType, useSyncExternalStore } from 'react';

let shown: ComponentType | undefined;
const listeners = new Set<() => void>();

/** Shows a component in the corner of every page from now on. Only a page that needs it loads its code. */
export function showInCorner(component: ComponentType): void {
  shown = component;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Corner of the frame, empty until a page shows something in it. */
export function Corner() {
  const Shown = useSyncExternalStore(subscribe, () => shown);
  return Shown ? <Shown /> : null;
}
