import { Menu } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Ellipsis } from '../../kernel/icons/icons.ts';
import { placeAt, places, placesBelow } from '../../kernel/layout/navigation.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { AccountItems, OrganizationItems } from './account-items.tsx';
import styles from './frame.module.css';
import { PlaceAnchor, PlaceLink } from './place-link.tsx';

const maxInBar = 4;

/** Navigation on narrow screens: the first places, and a button for the other places and the account. */
export function BottomBar() {
  const { orgId } = useMembership();
  const { organizations } = useAccount();
  const all = [...places, ...placesBelow];
  const behind = all.slice(maxInBar);
  const current = useLocation({ select: ({ pathname }) => placeAt(pathname) });
  return (
    <nav className={styles.bottom} aria-label="Places">
      {all.slice(0, maxInBar).map((place) => (
        <PlaceLink key={place.path} place={place} orgId={orgId} />
      ))}
      <Menu position="top-end" width={200}>
        <Menu.Target>
          <button type="button" className={styles.more} aria-current={current !== undefined && behind.includes(current)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            More
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {behind.map((place) => (
            <Menu.Item
              key={place.path}
              leftSection={<place.icon size={14} strokeWidth={1.75} />}
              renderRoot={(props) => <PlaceAnchor {...props} place={place} orgId={orgId} />}
            >
              {place.title}
            </Menu.Item>
          ))}
          {organizations.length > 1 && (
            <>
              <Menu.Divider />
              <OrganizationItems />
            </>
          )}
          <Menu.Divider />
          <AccountItems />
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
