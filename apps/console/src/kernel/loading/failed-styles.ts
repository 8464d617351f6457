/** The style sheets that could not be loaded, by their addresses. */
const failed = new Set<string>();
let times = 0;

/** Records which style sheets fail to load, until the page closes. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target.href);
  };
  // Captures the event, because load errors do not bubble.
  document.addEventListener('error', note, true);
}

/** Loads failed styles again under new addresses. Rejects if one fails again. */
export async function loadFailedStyles(): Promise<void> {
  times++;
  await Promise.all(
    [...failed].map(async (address) => {
      await loadStyle(`${address.replace(/\?.*/, '')}?again=${times}`);
      failed.delete(address);
    }),
  );
}

function loadStyle(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('a style sheet could not be loaded'));
    });
    document.head.append(link);
  });
}
