const identifier = /^(?:doc|file|skill)_[0-9a-hjkmnp-tv-z]{26}$/;

export type Target = { kind: 'anchor'; slug: string } | { kind: 'item'; itemId: string; slug: string | undefined };

/** Target of a link within the workspace: a heading of the same text, or an item by identifier. Undefined for other links. */
export function targetOf(href: string, here: Location): Target | undefined {
  if (href.startsWith('#')) return { kind: 'anchor', slug: decode(href.slice(1)) };
  const address = URL.canParse(href, here.href) ? new URL(href, here.href) : undefined;
  if (!address || address.origin !== here.origin) return undefined;
  const itemId = address.pathname.split('/').find((part) => identifier.test(part));
  return itemId === undefined ? undefined : { kind: 'item', itemId, slug: decode(address.hash.slice(1)) || undefined };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Name of the item that a relative link means in an item named by a path. Undefined for addresses. */
export function nameMeant(href: string, from: string): { name: string; slug: string | undefined } | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(href)) return undefined;
  const base = 'https://beside.invalid/';
  const path = from.split('/').map(encodeURIComponent).join('/');
  if (!URL.canParse(href, base + path)) return undefined;
  const { pathname, hash } = new URL(href, base + path);
  const name = decode(pathname.slice(1));
  return name === '' ? undefined : { name, slug: decode(hash.slice(1)) || undefined };
}

/**
 * Names that a link by name can mean, the best first: relative to the item that has it, from the root, and its last part alone where a wiki
 * link has only that.
 */
export function namesMeant(href: string, from: string): string[] {
  const rooted = /^\/(?![/\\])/.test(href);
  const relative = nameMeant(rooted ? href.slice(1) : href, rooted ? '' : from)?.name;
  const asWritten = nameMeant(href.replace(/^\/+/, ''), '')?.name;
  return [...new Set([relative, asWritten].filter((name) => name !== undefined))];
}
