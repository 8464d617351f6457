import { count, number } from '../../kernel/words/count-words.ts';

// What people read on the page of news, a group for each component. Another language is another file of this shape.

export const changedLine = {
  takeBackWhatChanged: (name: string) => `Take back what ${name} changed`,
  historyOf: (name: string) => `History of ${name}`,
  history: 'History',
  created: 'created',
  changed: (times: number) => (times === 1 ? 'changed' : `changed ${count(times, 'time')}`),
};

export const homePage = {
  home: 'Home',
  markAllAsRead: 'Mark all as read',
  since: 'Since',
  tasksForYou: 'Tasks for you',
  skillsToReview: 'Skills to review',
  accountsToConnect: 'Accounts to connect',
  toolsOnHold: 'Tools on hold',
  webhooksToLookAt: 'Webhooks',
  changedByAgents: 'Changed by agents',
  refusedCalls: 'Refused calls',
  showEarlier: 'Show earlier',
  nothingNew: 'Nothing new',
  connectAgent: 'Connect agent',
  agentChanges: 'Agent changes, tasks for you, changed tools and refused calls show up here.',
};

export const lines = {
  isNew: 'is new',
  changed: 'changed',
  versionWaits: (version: number) => `version ${number(version)} waits for your review`,
  soThatYourAgentsCan: (name: string) => `so that your agents can call ${name}`,
  tools: (tools: number) => count(tools, 'tool'),
  onHoldUntilSomeoneReviews: 'on hold until someone reviews the changes',
  calls: (calls: number) => count(calls, 'call'),
};

export const webhookLine = {
  paused: 'is paused: its events wait',
  stopped: 'has stopped: its events wait',
  failing: 'keeps failing',
  skipped: (events: number) => `skipped ${count(events, 'event')} that its receiver refused`,
};

export const news = {
  markedAllAsRead: 'Marked all as read.',
};

export const agentLines = {
  removedAgent: 'Removed agent',
  review: 'Review',
  close: 'Close',
  createdTasks: (tasks: number) => `created ${count(tasks, 'task')}`,
  didMuch: (created: number, changed: number) =>
    [created > 0 && `created ${count(created, 'item')}`, changed > 0 && `changed ${count(changed, 'item')}`].filter(Boolean).join(', '),
  reviewTasks: (agent: string) => `Review the tasks of ${agent}`,
  reviewItems: (agent: string) => `Review what ${agent} changed`,
  takeBackAll: (agent: string) => `Take back what ${agent} changed`,
  itemsOf: (agent: string) => `Changed by ${agent}`,
};

export const takeBackButton = { takeBack: 'Take back…' };
