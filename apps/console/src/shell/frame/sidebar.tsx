import { Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { places, placesBelow } from '../../kernel/layout/navigation.tsx';
import { PlaceLink } from '../../kernel/layout/place-link.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { useSignOut } from '../../kernel/session/sign-out.ts';
import { sidebar as strings } from '../../kernel/shell-strings.ts';
import { Person } from '../../kernel/signs/who.tsx';
import styles from './frame.module.css';

export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const { orgId } = useMembership();
  return (
    <nav className={styles.sidebar} aria-label={strings.workspace}>
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
  const { orgId, name } = useMembership();
  const navigate = useNavigate();
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
        <button type="button" className={styles.switch} title={strings.switchOrganization}>
          {label}
          <ChevronsUpDown size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.map((one) => (
          <Menu.Item
            key={one.orgId}
            fw={one.orgId === orgId ? 600 : 400}
            onClick={() => void navigate({ to: '/$orgId/home', params: { orgId: one.orgId } })}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = [
  { value: 'light', title: strings.light, icon: Sun },
  { value: 'dark', title: strings.dark, icon: Moon },
  { value: 'auto', title: strings.system, icon: Monitor },
] as const;

function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { account } = useAccount();
  const { signOut } = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={200}>
      <Menu.Target>
        <button type="button" className={styles.switch} style={{ fontWeight: 400 }}>
          <Person name={account.name} email={account.email} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account.email}</Menu.Label>
        {schemes.map(({ value, title, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={14} />}
            fw={colorScheme === value ? 600 : 400}
            aria-current={colorScheme === value}
            onClick={() => setColorScheme(value)}
          >
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Keyboard size={14} />} onClick={onHelp}>
          {strings.keyboardShortcuts}
        </Menu.Item>
        <Menu.Item leftSection={<BookOpen size={14} />} component="a" href="/docs" target="_blank">
          {strings.documentation}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={14} />} onClick={() => void signOut()}>
          {strings.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
