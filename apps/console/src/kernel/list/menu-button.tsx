import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../icons/icon.tsx';

export interface MenuButtonProps {
  title: string;
  icon: Icon;
  /** Pixels that the longest item needs. */
  width: number;
  position?: 'bottom-start' | 'bottom-end';
  /** Filled: the first thing to do on the page. */
  variant?: 'subtle' | 'default' | 'filled';
  /** False if the chosen action opens a form. */
  returnsFocus?: boolean;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** A button of a toolbar that opens a menu. */
export function MenuButton({
  title,
  icon: Icon,
  width,
  position = 'bottom-start',
  variant = 'subtle',
  returnsFocus = true,
  children,
}: MenuButtonProps) {
  return (
    <Menu position={position} width={width} returnFocus={returnsFocus}>
      <Menu.Target>
        <Button variant={variant} {...(variant === 'subtle' && { color: 'gray', c: 'inherit' })} leftSection={<Icon size={14} />}>
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
