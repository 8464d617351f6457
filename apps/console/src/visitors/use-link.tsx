import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { messageOf } from '../states/failed.tsx';
import { sentence } from '../words/sentence.ts';
import { VisitorPage } from './visitor-page.tsx';

export type Told = OutputOf<'read_link'>;

/** A page that a link opens: its secret stands behind the #, which browsers send to nobody. Says why a link is of no use. */
export function LinkPage({ kind, children }: { kind: Told['kind']; children: (link: Told, secret: string) => ReactNode }) {
  const secret = useLocation({ select: ({ hash }) => hash });
  const link = useQuery({ ...toolQuery(undefined, 'read_link', { secret }), retry: false, staleTime: Number.POSITIVE_INFINITY });
  if (link.isPending) return null;
  if (link.isError) return <VisitorPage title="This link cannot be used" lead={sentence(messageOf(link.error))} />;
  if (link.data.kind !== kind)
    return <VisitorPage title="This link cannot be used" lead="It is for another page. Open it as it was given to you." />;
  return children(link.data, secret);
}
