import { Link } from '@tanstack/react-router';
import styles from '../../shell/frame/frame.module.css';
import type { Place } from './navigation.tsx';

export function PlaceLink({ place: { title, path, icon: Icon }, orgId }: { place: Place; orgId: string }) {
  return (
    <Link to={path} params={{ orgId }} className={styles.link}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {title}
    </Link>
  );
}
