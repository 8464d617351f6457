import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ellipsis } from '../icons/icons.ts';

interface MoreActionsProps {
  /** Pixels that the longest item needs. */
  width: number;
  /** Not where what was chosen asks for something. */
  returnsFocus: boolean;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** What else can be done with what a page is about, behind three dots. */
export function MoreActions({ width, returnsFocus, children }: MoreActionsProps) {
  return (
    <Menu position="bottom-end" width={width} returnFocus={returnsFocus}>
      <Menu.Target>
        <ActionIcon aria-label="More actions">
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
