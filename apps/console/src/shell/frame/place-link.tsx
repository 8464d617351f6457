import { useLinkProps, useLocation } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';
import { type Place, placeAt } from '../../kernel/layout/navigation.tsx';
import styles from './frame.module.css';
import { InboxCount } from './inbox-count.tsx';

interface PlaceLinkProps {
  place: Place;
  orgId: string;
}

export function PlaceLink({ place, orgId }: PlaceLinkProps) {
  const { title, path, icon: Icon } = place;
  return (
    <PlaceAnchor place={place} orgId={orgId} className={styles.link}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {title}
      {path === '/$orgId/inbox' && <InboxCount />}
    </PlaceAnchor>
  );
}

/** Link to a place, marked as current by the place of the open page. The router would go by the address alone. */
export function PlaceAnchor({ place, orgId, ...props }: PlaceLinkProps & HTMLAttributes<HTMLElement>) {
  const isCurrent = useLocation({ select: ({ pathname }) => placeAt(pathname) === place });
  const link = useLinkProps({ ...props, to: place.path, params: { orgId }, activeProps: {} });
  return <a {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
