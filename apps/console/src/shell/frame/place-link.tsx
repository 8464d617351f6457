import { Link } from '@tanstack/react-router';
import type { Place } from '../../kernel/layout/navigation.tsx';
import styles from './frame.module.css';
import { InboxCount } from './inbox-count.tsx';

export function PlaceLink({ place: { title, path, icon: Icon }, orgId }: { place: Place; orgId: string }) {
  return (
    <Link to={path} params={{ orgId }} className={styles.link}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {title}
      {path === '/$orgId/inbox' && <InboxCount />}
    </Link>
  );
}
