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

/** Path and heading of a link to another item. Undefined for addresses and for links without a path. */
export function pathMeant(href: string): { path: string; slug: string | undefined } | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/[/\\]|\\)/i.test(href)) return undefined;
  const [address = '', heading = ''] = href.split('#', 2);
  const path = (address.split('?', 1)[0] ?? '').split('/').map(decode).join('/');
  return path === '' ? undefined : { path, slug: decode(heading) || undefined };
}

/** Same for a wiki link, in which nothing is escaped. */
export function wikiPathMeant(target: string): { path: string; slug: string | undefined } | undefined {
  const [path = '', heading] = target.split('#', 2);
  return path === '' ? undefined : { path, slug: heading || undefined };
}
