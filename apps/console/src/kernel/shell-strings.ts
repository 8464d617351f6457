import { count } from './words/count-words.ts';

// What people read around every page, and where a page cannot be shown, a group for each component. Another language is another file of this shape.

export const copyText = {
  copyMyText: 'Copy my text',
  textCopied: 'Text copied.',
};

export const copyToClipboard = {
  couldntCopy: "This browser doesn't let pages copy. Select the text and copy it with the keyboard.",
};

export const exportFile = {
  isInYourDownloads: (fileName: string) => `${fileName} is in your downloads.`,
  wasNotSaved: (fileName: string, message: string) => `${fileName} was not saved. ${message}`,
  pageLeft: (fileName: string) => `${fileName} was not saved because you left the page.`,
};

export const lineForm = {
  form: 'Form',
  cancel: 'Cancel',
};

export const bottomBar = {
  places: 'Places',
  more: 'More',
};

export const choices = {
  results: 'Results',
};

export const frame = {
  goTo: 'Go to',
  search: 'Search',
  searchPage: 'Search page',
  keyboardShortcuts: 'Keyboard shortcuts',
  skipToContent: 'Skip to content',
};

export const navigation = {
  home: 'Home',
  documents: 'Documents',
  tasks: 'Tasks',
  agents: 'Agents',
  skills: 'Skills',
  services: 'Services',
  activity: 'Activity',
  people: 'People',
  settings: 'Settings',
  account: 'Account',
};

export const page = {
  search: 'Search',
};

export const palette = {
  search: 'Search',
};

export const settingPlaces = {
  organization: 'Organization',
  webhooks: 'Webhooks',
  limits: 'Limits',
  retention: 'Retention',
  storage: 'Storage',
  about: 'About',
  export: 'Export',
  name: 'Name',
  eMail: 'E-mail',
  password: 'Password',
  passkeys: 'Passkeys',
  sessions: 'Sessions',
  organizations: 'Organizations',
  deleteAccount: 'Delete account',
};

export const sidePanel = {
  panel: 'Panel',
  close: 'Close',
  details: 'Details',
};

export const sidebar = {
  workspace: 'Workspace',
  switchOrganization: 'Switch organization',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  keyboardShortcuts: 'Keyboard shortcuts',
  documentation: 'Documentation',
  signOut: 'Sign out',
};

export const bindings = {
  ctrl: 'Ctrl',
  esc: 'Esc',
  space: 'Space',
};

export const keysHelp = {
  keyboardShortcuts: 'Keyboard shortcuts',
  close: 'Close',
};

export const filterChip = {
  removeFilter: (name: string) => `Remove filter: ${name}`,
};

export const list = {
  list: 'List',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  openRow: 'Open row',
  selectRow: 'Select row',
  selected: 'Selected',
  clearSelection: 'Clear selection',
};

export const moreActions = {
  moreActions: 'More actions',
};

export const row = {
  select: 'Select',
};

export const selectionBar = {
  selectedRows: 'Selected rows',
  selected: (selected: number) => `${selected} selected`,
  escToClear: 'Esc to clear',
  clear: 'Clear',
};

export const codeMissing = {
  thereIsNewVersionOf: 'There is a new version of Gatehouse',
  reload: 'Reload',
  reloadToOpenThisPage: 'Reload to open this page. Your drafts are kept.',
};

export const barePage = {
  gatehouse: 'Gatehouse',
};

export const main = {
  backOnline: 'Back online.',
};

export const noticeLine = {
  cantReachGatehouse: "Can't reach Gatehouse. Nothing was lost; retrying…",
  undo: 'Undo',
  dismiss: 'Dismiss',
};

export const keptText = {
  yourSessionEnded: 'Your session ended.',
  signInToSaveYour: 'Sign in to save your text.',
  signIn: 'Sign in',
  youNoLongerBelongTo: 'You no longer belong to this organization.',
  copyYourTextIfYou: 'Copy your text if you need it elsewhere.',
  leaveThisPage: 'Leave this page',
  gatehouse: 'Gatehouse',
  youCanGoOnWriting: (next: string) => `${next} You can go on writing: the text is kept in this browser.`,
};

export const signOutDialog = {
  discardUnsavedDrafts: (unsavedDrafts: number) => `Discard ${count(unsavedDrafts, 'unsaved draft')}?`,
  close: 'Close',
  signingOutRemovesDraftsThat: 'Signing out removes the drafts that this browser keeps:',
  untitled: 'Untitled',
  cancel: 'Cancel',
  discardAndSignOut: 'Discard and sign out',
};

export const failed = {
  tryAgain: 'Try again',
  somethingWentWrong: 'Something went wrong',
  noConnection: 'No connection',
  noAccess: 'No access',
  tooManyRequests: 'Too many requests',
  couldntLoadThis: "Couldn't load this",
  nothingRecordedYet: 'Before the history began',
  reloadPage: 'Reload the page. Still broken? Contact your administrator.',
};

export const firstRows = {
  loading: 'Loading',
};

export const noneFit = {
  clearFilters: 'Clear filters',
};

export const notHere = {
  documentNotFound: 'Document not found',
  openTrash: 'Open trash',
  itWasDeleted: 'It was deleted, or you no longer have access to it.',
};
