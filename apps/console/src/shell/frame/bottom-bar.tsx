import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BookOpen, Ellipsis } from 'lucide-react';
import { places, placesBelow } from '../../kernel/layout/navigation.tsx';
import { PlaceLink } from '../../kernel/layout/place-link.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { bottomBar as strings } from '../../kernel/shell-strings.ts';
import styles from './frame.module.css';

const maxInBar = 4;

/** The places on narrow screens: the first ones, and the others behind a button. */
export function BottomBar() {
  const { orgId } = useMembership();
  const all = [...places, ...placesBelow];
  return (
    <nav className={styles.bottom} aria-label={strings.places}>
      {all.slice(0, maxInBar).map((place) => (
        <PlaceLink key={place.path} place={place} orgId={orgId} />
      ))}
      <Menu position="top-end" width={180}>
        <Menu.Target>
          <button type="button" className={styles.more}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            {strings.more}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.slice(maxInBar).map(({ title, path, icon: Icon }) => (
            <Menu.Item
              key={path}
              leftSection={<Icon size={14} strokeWidth={1.75} />}
              renderRoot={(props) => <Link {...props} to={path} params={{ orgId }} />}
            >
              {title}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<BookOpen size={14} strokeWidth={1.75} />} component="a" href="/docs" target="_blank">
            {strings.documentation}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
