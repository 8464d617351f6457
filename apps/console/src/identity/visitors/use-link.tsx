import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { VisitorPage } from './visitor-page.tsx';

export type Told = OutputOf<'read_link'>;

/** Page opened by a link. The secret follows the `#`, which browsers never send. Explains why a link does not work. */
export function LinkPage({ kind, children }: { kind: Told['kind']; children: (link: Told, secret: string) => ReactNode }) {
  const hash = useLocation({ select: (location) => location.hash });
  const secret = useSecret(hash);
  const link = useQuery({ ...toolQuery(undefined, 'read_link', { secret }), retry: false, staleTime: Number.POSITIVE_INFINITY });
  if (link.isPending) return null;
  if (link.isError) return <VisitorPage title="This link doesn't work" lead={messageOf(link.error)} />;
  if (link.data.kind !== kind)
    return <VisitorPage title="This link doesn't work" lead="It's for another page. Open it exactly as you received it." />;
  return children(link.data, secret);
}

/** The next page has no secret in its `#`. Keeps this page's secret, which can be used up by then, until the page is gone. */
function useSecret(hash: string): string {
  const secret = useRef(hash);
  if (hash !== '') secret.current = hash;
  return secret.current;
}
