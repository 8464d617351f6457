import { Menu } from '@mantine/core';
import { ChevronsUpDown } from '../../kernel/icons/icons.ts';
import { places, placesBelow } from '../../kernel/layout/navigation.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { Person } from '../../kernel/signs/who.tsx';
import { AccountItems, OrganizationItems } from './account-items.tsx';
import styles from './frame.module.css';
import { PlaceLink } from './place-link.tsx';

export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const { orgId } = useMembership();
  return (
    <nav className={styles.sidebar} aria-label="Workspace">
      <OrganizationSwitch />
      <div className={styles.links}>
        {places.map((place) => (
          <PlaceLink key={place.path} place={place} orgId={orgId} />
        ))}
      </div>
      <div className={styles.end}>
        {placesBelow.map((place) => (
          <PlaceLink key={place.path} place={place} orgId={orgId} />
        ))}
        <AccountMenu onHelp={onHelp} />
      </div>
    </nav>
  );
}

function OrganizationSwitch() {
  const { organizations } = useAccount();
  const { name } = useMembership();
  const label = (
    <>
      <span className={styles.mark} aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
      <span className={styles.name}>{name}</span>
    </>
  );
  if (organizations.length < 2) return <div className={styles.switch}>{label}</div>;
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <button type="button" className={styles.switch} title="Switch organization">
          {label}
          <ChevronsUpDown size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <OrganizationItems />
      </Menu.Dropdown>
    </Menu>
  );
}

function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { account } = useAccount();
  return (
    <Menu position="top-start" width={200}>
      <Menu.Target>
        <button type="button" className={styles.switch} style={{ fontWeight: 400 }}>
          <Person name={account.name} email={account.email} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountItems onHelp={onHelp} />
      </Menu.Dropdown>
    </Menu>
  );
}
