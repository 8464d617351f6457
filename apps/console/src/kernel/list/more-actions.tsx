import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ellipsis } from '../icons/icons.ts';

interface MoreActionsProps {
  /** Pixels that the longest item needs. */
  width: number;
  /** False if the chosen action opens a form. */
  returnsFocus: boolean;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** Menu of further actions on the subject of a page, opened by three dots. */
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
