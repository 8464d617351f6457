import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './connect-page.module.css';

export interface Choice {
  id: string;
  title: string;
  /** Heading of the tab's group. Choices of one group must be next to each other. */
  group: string;
}

interface GroupedTabsProps<One extends Choice> {
  label: string;
  choices: readonly One[];
  chosen: string | undefined;
  onChoose: (id: string | null) => void;
  children: (choice: One) => ReactNode;
}

/** Tabs in groups with headings. Arrow keys move through the tabs of all groups. */
export function GroupedTabs<One extends Choice>({ label, choices, chosen, onChoose, children }: GroupedTabsProps<One>) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <Tabs value={chosen ?? null} onChange={onChoose} variant="pills" keepMounted={false} className={styles.tabs ?? ''}>
      <Tabs.List aria-label={label}>
        {groups.map((group) => (
          <div key={group} role="presentation" className={styles.group}>
            <span aria-hidden="true">{group}</span>
            <div role="presentation">
              {choices
                .filter((choice) => choice.group === group)
                .map(({ id, title }) => (
                  <Tabs.Tab key={id} value={id}>
                    {title}
                  </Tabs.Tab>
                ))}
            </div>
          </div>
        ))}
      </Tabs.List>
      {choices.map((choice) => (
        <Tabs.Panel key={choice.id} value={choice.id} pt={16}>
          {children(choice)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
