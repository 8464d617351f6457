export const connectionTabs = ['tools', 'account', 'held', 'health', 'settings'] as const;

export type ConnectionTab = (typeof connectionTabs)[number];

export function isConnectionTab(tab: unknown): tab is ConnectionTab {
  return connectionTabs.some((known) => known === tab);
}
