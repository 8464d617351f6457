import { Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Keyboard, LogOut, Monitor, Moon, Sun } from '../../kernel/icons/icons.ts';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { useSignOut } from '../../kernel/session/sign-out.ts';

const schemes = [
  { value: 'light', title: 'Light', icon: Sun },
  { value: 'dark', title: 'Dark', icon: Moon },
  { value: 'auto', title: 'System', icon: Monitor },
] as const;

/** Menu items for the account. Touch screens have no `onHelp`. */
export function AccountItems({ onHelp }: { onHelp?: () => void }) {
  const { account } = useAccount();
  const { signOut } = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
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
      {onHelp && (
        <Menu.Item leftSection={<Keyboard size={14} />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
      )}
      <Menu.Item leftSection={<BookOpen size={14} />} component="a" href="/docs" target="_blank">
        Documentation
      </Menu.Item>
      <Menu.Item leftSection={<LogOut size={14} />} onClick={() => void signOut()}>
        Sign out
      </Menu.Item>
    </>
  );
}

/** Menu items for the organizations of the account. */
export function OrganizationItems() {
  const { organizations } = useAccount();
  const { orgId } = useMembership();
  const navigate = useNavigate();
  return organizations.map((one) => (
    <Menu.Item
      key={one.orgId}
      fw={one.orgId === orgId ? 600 : 400}
      onClick={() => void navigate({ to: '/$orgId/home', params: { orgId: one.orgId } })}
    >
      {one.name}
    </Menu.Item>
  ));
}
