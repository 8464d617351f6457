import { durationWords } from '@gatehouse/domain';
import { draftLifetimeMs } from '../kernel/drafts/drafts.ts';
import { count, number } from '../kernel/words/count-words.ts';

// What people read on the pages of documents, files, tasks, search and take-back, a group for each component. Another language is another file of this shape.

export const contentsList = {
  contents: 'Contents',
  moveToTrash: (name: string) => `Move ${name} to the trash`,
  moveTo: 'Move to…',
  moveToTrash2: 'Move to trash',
};

export const contentsToolbar = {
  allTypes: 'All types',
  documents: 'Documents',
  files: 'Files',
  skills: 'Skills',
  name: 'Name',
  lastChanged: 'Last changed',
  type: 'Type',
  sortBy: 'Sort by',
  trashAndDrafts: 'Trash and drafts',
};

export const contents = {
  history: 'History',
  documents: 'Documents',
  newDocument: 'New document',
  uploadFiles: 'Upload files',
  access: 'Access',
  newFolder: 'New folder',
  renameFolder: 'Rename folder',
  folder: 'Folder',
  new: 'New',
  document: 'Document',
  skill: 'Skill',
  uploadFiles2: 'Upload files…',
  uploadFolder: 'Upload folder…',
  dropToUploadTo: (name: string) => `Drop to upload to ${name}`,
  dropToUpload: 'Drop to upload. Everyone can see these files. A folder stays private until you share it.',
  nothingOfThisType: 'Nothing of this type',
  showAllTypes: 'Show all types',
  thisFolderHasItemsOf: 'This folder has items of other types.',
  nothingHereYet: 'Nothing here yet',
  documentsFilesAndSkillsFrom: 'Documents, files and skills from people and agents appear here. You can also drop files here.',
};

export const documentsLayout = {
  goTo: 'Go to',
  trash: 'Trash',
  drafts: 'Drafts',
};

export const draftsPage = {
  draftOfDiscarded: (name: string) => `Draft of ${name} discarded.`,
  drafts: 'Drafts',
  documents: 'Documents',
  noDrafts: 'No drafts',
  whatYouTypeAndDont: `Unsaved text is kept in this browser for ${durationWords(draftLifetimeMs)}.`,
  copy: 'Copy',
  discardDraftOf: (name: string) => `Discard the draft of ${name}`,
  discard: 'Discard',
  untitled: 'Untitled',
  states: { seen: 'Unsaved changes', gone: 'Deleted or not shared', unknown: '' },
  name: 'Name',
  document: 'Document',
  length: 'Length',
  characters: (characters: number) => count(characters, 'character'),
  typed: 'Last edited',
};

export const entryColumns = {
  seenBy: { private: 'Private', shared: 'Shared with people', organization: 'Shared with everyone' },
  name: 'Name',
  type: 'Type',
  folder: 'Folder',
  change: 'Change',
  size: 'Size',
  items: (items: number) => count(items, 'item'),
  when: 'When',
};

export const folderActions = {
  history: 'History',
  rename: 'Rename',
  deleteFolder: 'Delete folder…',
  share: 'Share',
  access: 'Access',
  folderRenamedTo: (name: string) => `Folder renamed to ${name}.`,
  folderName: 'Folder name',
  renameFolder: 'Rename folder',
  deleted: (name: string, items: number) => `${name} deleted. ${count(items, 'item')} moved to the trash.`,
  everythingInMovesToTrash: (name: string) =>
    `Everything in ${name} moves to the trash. Restoring any item brings the folder back with its sharing.`,
  deleteFolder2: 'Delete folder',
  cancel: 'Cancel',
};

export const folderPage = {
  documents: 'Documents',
  folder: 'Folder',
};

export const newForm = {
  documentTitle: 'Document title',
  createDocument: 'Create document',
  folderName: 'Folder name',
  createFolder: 'Create folder',
  skillName: 'Skill name, such as weekly-report',
  createSkill: 'Create skill',
  useLowercaseLetters: 'Use lowercase letters, digits and single hyphens (max 64).',
  /** The text of a new one. */
  content: (name: string) => `# ${name}\n\n1. First step\n`,
  describeWhatItDoesAnd: 'Describe what it does and when to use it.',
};

export const sharingPanel = {
  reasons: {
    owns_it: 'Owner',
    role: 'Organization owner or admin',
    shared_with_them: 'Shared with them',
    shared_with_organization: 'Shared with everyone',
  },
  access: 'Access',
  share: 'Share',
  everyoneInOrganization: 'everyone in the organization',
  people: 'People',
  remove: (name: string) => `Remove ${name}`,
  remove2: 'Remove',
  morePeople: 'More people',
  agentsSeeWhatTheirPerson: 'Agents see what their person sees.',
  isSharedWith: (folder: string, who: string) => `${folder} is shared with ${who}.`,
  isNoLongerSharedWith: (folder: string, who: string) => `${folder} is no longer shared with ${who}.`,
  everyoneInOrganization2: 'Everyone in the organization',
  shareWithPerson: 'Share with a person',
  noOneElse: 'No one else',
};

export const trashPage = {
  trash: 'Trash',
  documents: 'Documents',
  trashIsEmpty: 'The trash is empty',
  deletedItemsStayHereFor: 'Deleted items stay here for a while. You can restore them with their history.',
  restore: (name: string) => `Restore ${name}`,
  restore2: 'Restore',
  delete: 'Delete',
  deleteForever: 'Delete forever',
  andItsHistoryAreDeleted: (name: string) =>
    `${name} and its history will be deleted forever. This can't be undone. If you leave it in the trash, it is deleted`,
  name: 'Name',
  type: 'Type',
  deleted: 'Deleted',
  deletedForever: 'Deleted forever',
  restored: (name: string) => `${name} restored.`,
  itemsRestored: (items: number) => `${count(items, 'item')} restored.`,
  deletedForeverName: (name: string) => `${name} deleted forever.`,
  itemsDeletedForever: (items: number) => `${count(items, 'item')} deleted forever.`,
  deleting: (items: number) => `Deleting… ${count(items, 'item')}`,
  emptyTrash: 'Empty trash',
  deleteEverythingForever: 'Delete everything forever',
  everythingInOrganizationsTrashIs:
    "Everything in the organization's trash will be deleted forever, including items in folders that you can't see. This can't be undone.",
};

export const tree = {
  folders: 'Folders',
  allDocuments: 'All documents',
  showMoreFolders: 'Show more folders',
  trash: 'Trash',
  drafts: 'Drafts',
  contentsOf: (name: string) => `Contents of ${name}`,
  showMore: 'Show more',
};

export const upload = {
  youCanUploadUpTo: (maxFiles: string) =>
    `You can upload up to ${maxFiles} files at once. Upload fewer, or import the folder with "gatehouse import".`,
  skipped: (names: string, hasMore: boolean) => `Skipped: ${names}${hasMore ? ' and others' : ''}.`,
};

export const findBar = {
  find: 'Find',
  close: 'Close',
  findInText: 'Find in text',
  wordsToFind: 'Words to find',
  noResults: 'No results',
  of: (at: string, all: string, hasMore: boolean) => `${at} of ${all}${hasMore ? '+' : ''}`,
  previousResult: 'Previous result',
  shiftEnter: 'Shift+Enter',
  nextResult: 'Next result',
  enter: 'Enter',
  closeSearch: 'Close search',
};

export const agentSight = {
  agentView: 'Agent view',
};

export const skillChannels = {
  agentView: 'Agent view',
  channel: 'Channel',
  tool: 'Tool result',
  resources: 'MCP resources',
  prompt: 'MCP prompt',
  disk: 'On disk',
  readFileResult: 'the read_file result',
  listEntry: 'the skills/list entry',
  promptResult: 'the prompts/get result',
  tooLargeForPrompt: 'This skill is larger than 256 KB, so it has no prompt. Agents read parts of it with tools.',
  versionIsWritten: (version: number) => `Version ${number(version)} is reviewed, so disks get it.`,
  olderIsWritten: (version: number, reviewed: number) =>
    `Version ${number(version)} waits for a review, so disks get version ${number(reviewed)}.`,
  nothingIsWritten: 'No version of this skill is reviewed, so no disk gets it.',
  syncWritesAll: 'Each command writes all skills that your key can see. Replace YOUR_KEY with your key.',
  clients: { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI', agents: 'Other agents' },
  commandFor: (client: string) => `the command for ${client}`,
};

export const changedLine = {
  changedPassages: (passages: number) => `changed ${count(passages, 'passage')}`,
  show: 'Show',
  dismiss: 'Dismiss',
};

export const documentView = {
  thisDocumentIsTooLarge: (sizeBytes: string) => `This document is too large to show here (${sizeBytes}).`,
  download: 'Download',
  thisDocumentIsEmpty: 'This document is empty.',
};

export const editButton = {
  document: 'Document',
  edit: 'Edit',
  editDraft: 'Edit draft',
};

export const editFileView = {
  isNoText: 'This file is not text, so it cannot be edited here.',
};

export const skillFileFailed = {
  fileNotFound: 'File not found',
  hasNoFile: (path: string) => `This skill has no file ${path}. Someone may have renamed or removed it.`,
  openSkill: 'Open skill',
};

export const editView = {
  preview: 'Preview',
};

export const fileView = {
  uploadNewVersion: 'Upload new version',
  download: 'Download',
  type: 'Type',
  size: 'Size',
  versions: 'Versions',
  description: 'Description',
  tags: 'Tags',
  updated: 'Updated',
  identifier: 'Identifier',
};

export const folderSelect = {
  noFolder: 'no folder',
  noSuchFolder: 'No such folder',
  noFolderEveryoneSeesIt: 'No folder (everyone sees it)',
};

export const author = {
  gatehouse: 'Gatehouse',
  for: (agent: string, person: string) => `${agent} for ${person}`,
};

export const difference = {
  noChangesToText: 'No changes to the text.',
  notText: "This file isn't text, so its changes aren't shown.",
  showMoreChanges: 'Show more changes',
  unchangedLines: (unchangedLines: number) => count(unchangedLines, 'unchanged line'),
  onlyStartOfThisChange: 'Only the start of this change is shown.',
};

export const itemDifference = {
  noFilesChanged: 'No files changed.',
  changes: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  changedFiles: 'Changed files',
};

export const reviewNotice = {
  review: 'Review',
  version: (version: number) => `Version ${version} by`,
  isNotReviewed: 'is not reviewed',
  changesSince: (reviewed: number) =>
    `These are the changes since version ${reviewed}, the last reviewed one. Computers that sync only reviewed versions keep that one.`,
  noneReviewed: 'No version has been reviewed yet. Read all of its files before you accept it.',
  accept: (version: number) => `Accept version ${version}`,
  restore: (version: number) => `Restore version ${version}`,
  showChanges: 'Show changes',
  hideChanges: 'Hide changes',
  accepted: (version: number) => `You accepted version ${version}.`,
  restored: (version: number) => `Version ${version} is restored.`,
};

export const gallery = {
  skills: 'Skills',
  skill: 'Skill',
  new: 'New',
  newSkill: 'New skill',
  uploadFolder: 'Upload folder…',
  dropFolder: 'Drop a folder with a SKILL.md to create a skill',
  description: 'Description',
  folder: 'Folder',
  noFolder: 'no folder',
  review: 'Review',
  reviewed: 'Reviewed',
  waiting: 'Waiting',
  versionWaits: (version: number) => `Version ${version} waits for a review`,
  usedBy: 'Used by',
  nobody: 'no one yet',
  readers: (readers: number, machines: number) =>
    machines === 0 ? count(readers, 'reader') : `${count(readers, 'reader')}, ${count(machines, 'machine')}`,
  changedBy: 'Changed by',
  changed: 'Changed',
  findSkill: 'Find a skill',
  show: 'Show',
  all: 'All',
  waitingCount: (skills: number) => `Waiting for review (${number(skills)})`,
  count: (skills: number) => count(skills, 'skill'),
  noneFit: 'No skills found',
  showAll: 'Show all skills',
  noneHasTheseWords: 'No skill fits these filters.',
  noSkillsYet: 'No skills yet',
  skillsTellAgents: 'A skill tells agents how your team does something. You can also drop a folder with a SKILL.md here.',
};

const renameFile = 'Rename this file, so that its name works on every system.';
const removeCharacters = 'Remove invisible or special characters from the name of this file.';

export const skillFolder = {
  tooManyFiles: (files: number) => `This folder has too many files. Up to ${number(files)} are looked at.`,
  noMain: 'There is no SKILL.md in this folder. Every skill has one.',
  severalSkills: 'This folder has more than one skill. Upload one at a time, or use the command gatehouse import.',
  ofFile: (path: string, fault: string) => `${path}: ${fault}`,
  faults: {
    no_main: 'There is no SKILL.md in this folder. Every skill has one.',
    repeated: 'Two files have the same name. Rename one of them.',
    case_collision: 'Two files have the same name on systems that ignore case. Rename one of them.',
    file_and_folder: 'A file and a folder have the same name. Rename one of them.',
    many_files: 'A skill has at most 512 files.',
    large: 'A skill has at most 16 MiB in all its files.',
    large_main: 'SKILL.md is larger than 1 MiB. Move details into other files.',
    empty: renameFile,
    long: 'Shorten the path of this file. It can have at most 200 bytes.',
    not_nfc: renameFile,
    invisible: removeCharacters,
    absolute: renameFile,
    backslash: renameFile,
    empty_segment: renameFile,
    parent: renameFile,
    dot_segment: 'Names in a skill cannot begin with a dot.',
    windows_character: renameFile,
    windows_end: renameFile,
    windows_name: renameFile,
    node_modules: 'Leave installed packages out.',
    main_case: 'Write the name SKILL.md in capital letters.',
  },
  nameIsTaken: (name: string) => `A skill named ${name} already exists. Open it, and upload this folder under Add files.`,
  uploaded: (name: string, files: number) => `${name} was created with ${count(files, 'file')}.`,
  leftOut: (names: string, hasMore: boolean) => `Left out: ${names}${hasMore ? ' and more' : ''}.`,
};

export const skillFiles = {
  files: 'Files',
  newPath: 'New path',
  newFilePath: 'Path of the new file, such as references/style.md',
  newTextFile: 'New text file…',
  create: 'Create',
  created: (path: string) => `${path} created.`,
  pathIsTaken: 'This skill already has a file at this path.',
  rename: 'Rename',
  addFiles: 'Add files',
  uploadFiles: 'Upload files…',
  uploadFolder: 'Upload folder…',
  executable: 'executable',
  actionsFor: (path: string) => `Actions for ${path}`,
  replace: 'Replace…',
  renameTo: 'Rename or move…',
  makeExecutable: 'Make executable',
  makePlain: 'Make not executable',
  remove: 'Remove',
  added: (files: number) => `${count(files, 'file')} added.`,
  replaced: (path: string) => `${path} replaced.`,
  removed: (path: string) => `${path} removed.`,
  renamed: (path: string) => `Renamed to ${path}.`,
  madeExecutable: (path: string) => `${path} is now executable.`,
  madePlain: (path: string) => `${path} is no longer executable.`,
};

export const skillWarnings = {
  warnings: 'Warnings',
  kinds: {
    not_yaml: 'The name or description is not valid YAML, and some agents leave such a skill out. Put the text in quotes.',
    long_description: 'The description has more than 1,024 characters, and some agents cut it or leave the skill out. Shorten it.',
    long_body: 'SKILL.md is long, and some agents may read only its beginning. Move details into other files.',
    broken_link: 'SKILL.md links to a file that this skill does not have.',
    other_folder_name: 'The skill and its folder have different names.',
  },
};

export const usedBy = {
  usedBy: 'Used by',
  nobody: 'No one has loaded this skill yet.',
  haveOlderVersions: (machines: number) =>
    machines === 1 ? '1 machine has an older version.' : `${number(machines)} machines have older versions.`,
  on: (machine: string) => `on ${machine}`,
  version: (version: number) => `version ${version}`,
  olderVersion: (version: number) => `version ${version} (older)`,
};

export const historyPanel = {
  history: 'History',
  version: (version: number) => `Version ${version}`,
  changes: 'Changes',
  showOlderChanges: 'Show older changes',
};

export const changes = {
  history: 'History',
  showOlderChanges: 'Show older changes',
};

export const pastBanner = {
  past: 'As it was',
  backToNow: 'Back to now',
  shown: {
    doc: (time: string) => `You see this document as it was on ${time}.`,
    file: (time: string) => `You see this file as it was on ${time}.`,
    skill: (time: string) => `You see this skill as it was on ${time}.`,
    folder: (time: string) => `You see this folder as it was on ${time}.`,
    root: (time: string) => `You see what was outside of folders on ${time}.`,
  },
};

export const viewAsItWas = {
  viewAsItWas: 'View as it was',
  viewAsItWasOn: (time: string) => `View as it was on ${time}`,
};

export const notThen = {
  nothingThen: 'Nothing to show for that time',
  itWasNotThere: "It wasn't there at that time, or you don't have access to it.",
};

export const pastItem = {
  document: 'Document',
  content: 'Content',
  version: 'Version',
  size: 'Size',
  tags: 'Tags',
  none: 'None',
  updated: 'Updated',
};

export const pastContents = {
  documents: 'Documents',
  folder: 'Folder',
  contents: 'Contents',
  nothingInIt: 'Nothing was in it',
  thisFolderWasEmpty: 'There were no documents, files or skills here at that time.',
};

export const changeRow = {
  to: 'to',
  gatehouse: 'Gatehouse',
};

export const changeWords = {
  createdThisTask: 'created this task',
  createdIt: 'created it',
  movedItToTrash: 'moved it to trash',
  deletedIt: 'deleted it',
  did: {
    changed: 'changed it',
    edited: 'edited it',
    restored: 'restored it',
    renamed: 'renamed it',
    moved: 'moved it',
    tagged: 'changed its tags',
    marked: 'changed whether it is agent memory',
  },
  /** Of a change of this field alone. */
  didTo: {
    name: 'renamed it',
    title: 'renamed it',
    folder: 'moved it',
    tags: 'changed its tags',
    status: 'changed its status',
    assignee: 'reassigned it',
    dueAt: 'changed its due date',
    notes: 'changed its notes',
    description: 'changed its description',
    isAgentMemory: 'changed whether it is agent memory',
  },
  shared: 'shared it',
  stoppedSharing: 'stopped sharing it',
  fields: {
    name: 'Name',
    folder: 'Folder',
    tags: 'Tags',
    description: 'Description',
    type: 'Type',
    isAgentMemory: 'Agent memory',
    owner: 'Owner',
    title: 'Title',
    status: 'Status',
    assignee: 'Assignee',
    dueAt: 'Due',
    notes: 'Notes',
  },
  sharedWith: (name: string) => `Shared with ${name}`,
  everyone: 'everyone',
  yes: 'yes',
  no: 'no',
  none: 'none',
  otherFolder: "a folder you can't see",
  formerMember: 'a former member',
};

export const readers = {
  readBy: 'Read by',
  readByYouAndYour: 'Read by you and your agents',
  showEarlierReaders: 'Show earlier readers',
  andOthers: (others: number) => `and ${count(others, 'other')}`,
};

export const tick = {
  gatehouse: 'Gatehouse',
};

export const timeline = {
  versions: 'Versions',
  versionBy: (version: number, authorName: string, time: string, changeSummary: string) =>
    `Version ${version} by ${authorName}, ${time}: ${changeSummary}`,
};

export const versionView = {
  version: 'Version',
  backToLatest: 'Back to latest',
  nextVersion: 'Next version',
  previousVersion: 'Previous version',
  versionOf: (number: number, versionCount: number) => `Version ${number} of ${versionCount}`,
  view: 'View',
  changes: 'Changes',
  compareWithLatest: 'Compare with latest',
  text: 'Text',
  restoreThisVersion: 'Restore this version',
  documentAlreadyMatchesVersion: (version: number) => `The document already matches version ${version}.`,
  restoredVersion: (version: number) => `Restored version ${version}.`,
  downloadThisVersion: 'Download this version',
};

export const itemFrame = {
  document: 'Document',
  history: 'History',
  findInText: 'Find in text',
  rename: 'Rename',
  move: 'Move',
  name: 'Name',
  moveTo: 'Move to…',
  cancel: 'Cancel',
  content: 'Content',
};

export const itemMenu = {
  linkCopied: 'Link copied. Anyone with access can open it.',
  rename: 'Rename',
  move: 'Move',
  history: 'History',
  findInText: 'Find in text',
  copyLink: 'Copy link',
  download: 'Download',
  letAgentsEdit: 'Let agents edit',
  makeAgentMemory: 'Make agent memory',
  moveToTrash: 'Move to trash',
};

export const itemPage = {
  document: 'Document',
  documents: 'Documents',
};

/** Of items. */
export const typeNames = { doc: 'Document', file: 'File', skill: 'Skill' };

export const item = {
  documents: 'Documents',
  folder: 'Folder',
};

export const tagsField = {
  none: 'None',
  editTags: 'Edit tags',
  tagsSeparatedByCommas: 'Tags, separated by commas',
  saveTags: 'Save tags',
  cancel: 'Cancel',
};

export const download = {
  downloadsAreTurnedOffHere: 'Downloads are turned off here. Ask your administrator.',
};

export const edited = {
  untitled: 'Untitled',
};

export const followLinks = {
  noItemNamedInThis: (name: string) => `No item named ${name} in this folder.`,
};

export const itemChanges = {
  renamedTo: (name: string) => `Renamed to ${name}.`,
  movedTo: (saying: string, name: string) => `${saying} moved to ${name}.`,
  movedToTrash: (saying: string) => `${saying} moved to the trash.`,
  tagsSaved: 'Tags saved.',
  agentsCanReadButNot: (name: string) => `Agents can read ${name} but not change it.`,
  agentsCanChangeAgain: (name: string) => `Agents can change ${name} again.`,
  items: (items: number) => count(items, 'item'),
};

export const filePreview = {
  thisFileIsEmpty: 'This file is empty.',
  thisFileIsTooLarge: 'This file is too large to show here.',
  previewsAreTurnedOffHere: 'Previews are turned off here.',
  yourBrowserCantPlayThis: "Your browser can't play this file.",
  noPreviewForThisFile: 'No preview for this file type.',
};

export const notShown = {
  downloadOriginal: 'Download the original.',
};

export const pdfPreview = {
  thisPdfIsDamagedOr: 'This PDF is damaged or locked with a password.',
  pagesOf: (name: string) => `Pages of ${name}`,
  onlyFirstPagesAreShown: (maxPages: number) => `Only the first ${maxPages} pages are shown.`,
  page: (number: number, text: string) => `Page ${number}: ${text}`,
  thisPageCouldntBeShown: "This page couldn't be shown.",
};

export const takeBackFolder = {
  noFolder: 'Tasks, and items in no folder',
  otherFolder: "A folder you can't see",
  all: 'All items',
  whatStays: 'What stays, and why',
  chooseNow: 'Choose',
  showMore: 'Show more',
  takeItBack: (name: string) => `Take ${name} back`,
  itemsIn: (folder: string) => `Items in ${folder}`,
};

export const takeBackEntry = {
  whatHappens: 'What happens',
  leaveOut: 'Leave out',
  takeItBackToo: 'Take it back too',
  open: 'Open',
  choose: 'Choose',
  othersChangedThisPassageTo: 'Others changed this passage to:',
  othersRemovedThisPassage: 'Others removed this passage.',
  beforeItWas: 'Before the changes it was:',
  beforeItWasNotThere: "Before the changes it wasn't there.",
  keepTheirs: 'Keep their text',
  keepRemoved: 'Keep it removed',
  restoreEarlier: 'Restore the earlier text',
  removeIt: 'Remove it',
  untilYouChoose: 'Until you choose, it stays as it is.',
  text: 'Text',
  fields: 'Fields',
  to: 'to',
  noChanges: 'Nothing in it would change.',
  files: 'Files',
  next: 'Next to choose',
  filesThatStay: (files: string) => `Files that others changed too stay: ${files}`,
  showMoreChanges: 'Show more changes',
  noHistory: (what: string) => `No history, so it stays: ${what}`,
};

export const takeBackPage = {
  takeBack: 'Take back',
  undo: 'Undo',
  changesBy: (subject: string) => `Changes by ${subject}`,
  activity: 'Activity',
  fromTo: (from: string, until: string) => `from ${from} to ${until}`,
  nothingToTakeBack: 'Nothing to take back',
  noDocuments: 'Nothing that you can see was changed.',
  redo: 'Redo',
  undoThis: 'Undo this',
  continue: 'Continue',
};

/** Of the entries of a preview, by what is expected of them. */
interface Numbers {
  as_before: number;
  merged: number;
  needs_you: number;
  left: number;
  unchanged: number;
}

export const takeBackWords = {
  reasons: {
    changed_since: 'Stays: changed since',
    no_history: 'Stays: no history',
    name_taken: 'Stays: its name is taken',
    protected_item: 'Stays: protected',
    left_out: 'Left out by you',
    not_there: 'Stays: deleted forever',
    others_worked_on_it: 'Stays: others worked on it',
  },
  why: {
    changed_since: 'Others changed the same words or fields since',
    no_history: 'From before changes were recorded with their values',
    name_taken: 'Another item has the name now',
    protected_item: "You can't change it",
    left_out: 'You left it out',
    not_there: "It was deleted forever, or you can't see it anymore",
    others_worked_on_it: 'Others have worked on it since it was created',
  },
  numbers: ({ as_before, merged, needs_you, left, unchanged }: Numbers) =>
    [
      `${number(as_before)} of ${number(as_before + merged + needs_you + left + unchanged)} will go back as ${as_before === 1 ? 'it was' : 'they were'}`,
      ...(merged > 0 ? [`${number(merged)} will be merged`] : []),
      ...(needs_you > 0 ? [`${number(needs_you)} ${needs_you === 1 ? 'needs' : 'need'} you`] : []),
      ...(left > 0 ? [`${number(left)} ${left === 1 ? 'stays' : 'stay'}`] : []),
      ...(unchanged > 0 ? [`${number(unchanged)} already unchanged`] : []),
    ].join(', '),
  inFolder: ({ as_before, merged, needs_you, left, unchanged }: Numbers) =>
    [
      ...(needs_you > 0 ? [`${number(needs_you)} ${needs_you === 1 ? 'needs' : 'need'} you`] : []),
      ...(as_before > 0 ? [`${number(as_before)} as before`] : []),
      ...(merged > 0 ? [`${number(merged)} merged`] : []),
      ...(left > 0 ? [`${number(left)} ${left === 1 ? 'stays' : 'stay'}`] : []),
      ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : []),
    ].join(' · '),
  needsYou: (places: number) => `${count(places, 'place')} to choose`,
  placesStay: (places: number) => `${count(places, 'place')} kept as others left ${places === 1 ? 'it' : 'them'}`,
  merge: 'Merge: what others changed stays',
  takeBackFields: (fields: string) => `Take back: ${fields}`,
  fieldNames: { folderId: 'folder', isAgentMemory: 'agent memory', isDeleted: 'creation or deletion', share: 'access', dueAt: 'due date' },
  stays: 'Stays',
  alreadyUnchanged: 'Already unchanged',
  restored: 'Taken back',
  undone: 'Undone',
  moveToTrash: 'Move to trash',
  restoreFromTrash: 'Restore from trash',
  restoreVersion: (version: number) => `Restore version ${version}`,
  restoreVersionAnd: (version: number, fields: string) => `Restore version ${version}, ${fields}`,
  key: (name: string) => `key ${name}`,
  otherKey: 'a key',
  everyone: 'everyone',
  otherAgent: 'an agent',
  otherPerson: 'a former member',
  oneTrace: 'one trace',
  oneCall: 'one call by an agent',
  earlierTakeBack: 'undo of a take-back',
  searching: (items: number) => `Searching… ${count(items, 'item')} so far`,
  noChangesFound: 'No changes found',
  itemsChanged: (items: number) => `${count(items, 'item')} changed`,
  takingBack: (done: string, items: number) => `Taking back… ${done} of ${count(items, 'item')}`,
  doneSoFar: (done: string, items: number) => `${done} of ${count(items, 'item')} done so far`,
  changesReapplied: (changes: number) => `${count(changes, 'change')} reapplied`,
  itemsRestored: (items: number) => `${count(items, 'item')} taken back`,
  itemsThatStay: (items: number) => `${number(items)} ${items === 1 ? 'stays' : 'stay'}`,
  unchangedItems: (items: number) => `${number(items)} already unchanged`,
};

export const takeBacksPage = {
  takeBack: 'Take back',
  activity: 'Activity',
  findChanges: 'Find changes',
  nothingTakeBackYet: 'Nothing taken back yet',
  chooseWhoseChangesToPut: "Choose whose changes to take back, and since when. You'll see a preview first, and you can undo it afterwards.",
  kinds: { agentId: 'Agents', personId: 'People', keyId: 'Keys' },
  whoseChanges: 'Whose changes',
  everyone: 'Everyone',
  since: 'Since',
  result: 'Result',
  notYet: (items: number) => `Not taken back yet · ${count(items, 'item')}`,
  started: 'Started',
};

export const sinceMenu = {
  lastHour: 'Last hour',
  last24Hours: 'Last 24 hours',
  last7Days: 'Last 7 days',
  last30Days: `Last ${durationWords(draftLifetimeMs)}`,
  fromTo: 'From … to …',
};

export const timeRange = {
  from: 'From',
  to: 'To',
  findChanges: 'Find changes',
  clear: 'Clear',
  endsBeforeItBegins: '“To” must be after “From”.',
};

export const takeBackCall = {
  takeBack: 'Take back',
  takeBackChangeOf: (time: string) => `Take back the change of ${time}`,
};

export const blockGroup = {
  thisCode: 'this code',
};

export const markdown = {
  tooComplexToFormatShowing: 'Too complex to format; showing the source.',
};

export const outline = {
  outline: 'Outline',
};

export const sanitize = {
  done: 'Done',
  notDone: 'Not done',
  picture: 'Picture',
};

export const kindMenu = {
  type: 'type',
  filterByType: 'Filter by type',
};

export const paletteSearch = {
  searchFor: (text: string) => `Search for “${text}”`,
  page: 'Page',
  searchOrRunCommand: 'Search or run a command',
  noResultsFor: (text: string) => `No results for “${text}”.`,
};

export const searchPage = {
  search: 'Search',
  goToSearchField: 'Go to the search field',
  searchFor: 'Search for',
  searchNamesAndTexts: 'Search names and texts',
  searching: 'Searching…',
  results: (results: number) => count(results, 'result'),
  results2: 'Results',
  noResults: 'No results',
  namesMustContainExactText: 'Names must contain the exact text; documents must contain all the words.',
  name: 'Name',
  text: 'Text',
  type: 'Type',
};

export const findables = {
  task: (number: string) => `Task ${number}`,
  folder: 'Folder',
  agentOf: (ownerName: string) => `Agent of ${ownerName}`,
  service: (service: string) => `Service, ${service}`,
  settings: 'Settings',
  account: 'Account',
  activity: 'Activity',
  failedAndRefusedCalls: 'Failed and refused calls',
  callsOverMcp: 'Calls over MCP',
  callsOverHttp: 'Calls over HTTP',
};

export const board = {
  movedTo: (status: string) => `moved to ${status}`,
  pickedUp: (number: string) => `Picked up ${number}. Use the left and right arrows to move it, Space to drop it, Escape to cancel.`,
  over: (number: string, status: string) => `${number} over ${status}.`,
  droppedIn: (number: string, status: string) => `Dropped ${number} in ${status}.`,
  canceled: (number: string, status: string) => `Canceled. ${number} stays in ${status}.`,
  tasks: 'Tasks',
  nextCard: 'Next card',
  previousCard: 'Previous card',
  nextColumn: 'Next column',
  previousColumn: 'Previous column',
  openCard: 'Open card',
  selectCard: 'Select card',
  clearSelection: 'Clear selection',
  board: 'Board',
};

export const card = {
  selected: 'Selected',
};

export const column = {
  noTasks: (status: string) => `No ${status} tasks.`,
};

export const changeTasks = {
  youCanChangeUpTo: (maxAtOnce: number) => `You can change up to ${maxAtOnce} tasks at once. Select fewer.`,
  tasks: (tasks: number) => count(tasks, 'task'),
};

export const columns = {
  task: 'Task',
  assignee: 'Assignee',
  none: 'None',
  due: 'Due',
  updated: 'Updated',
};

export const filterBar = {
  view: 'View',
  list: 'List',
  board: 'Board',
  titleOrNumber: 'Title or number',
  status: 'status',
  assignee: 'assignee',
  due: 'due',
  created: 'created',
  showClosed: 'Show closed',
  tasks: (tasks: number) => count(tasks, 'task'),
  filter: 'Filter',
  assignee2: 'Assignee',
  me: 'Me',
  noOne: 'No one',
  due2: 'Due',
  status2: 'Status',
  created2: 'Created',
};

/** What tasks are filtered by. */
export const dueNames = {
  overdue: 'overdue',
  today: 'today or earlier',
  week: 'within a week',
  none: 'no date',
};

export const sourceNames = { agent: 'by an agent', manual: 'by a person' };

export const newTask = {
  title: 'Title',
  notes: 'Notes',
  assignee: 'Assignee',
  noOne: 'No one',
  due: 'Due',
  createTask: 'Create task',
};

export const selected = {
  status: 'Status',
  assign: 'Assign',
  dueDate: 'Due date',
};

export const signs = {
  createdByAgent: 'Created by an agent',
  overdue: 'Overdue:',
};

export const taskPanel = {
  task: 'Task',
  title: 'Title',
  notes: 'Notes',
  addNotes: 'Add notes…',
  notesChanged: 'notes changed',
  status: 'Status',
  assignee: 'Assignee',
  due: 'Due',
  created: 'Created',
  updated: 'Updated',
  identifier: 'Identifier',
  movedTo: (status: string) => `moved to ${status}`,
  noOne: 'No one',
  assignedTo: (who: string) => `assigned to ${who}`,
  assignedToYou: 'assigned to you',
  assignToMe: 'Assign to me',
  noLongerHasDueDate: 'no longer has a due date',
  isDue: (due: string) => `is due ${due}`,
  clear: 'Clear',
};

/** Of tasks. */
export const statusNames = {
  todo: 'Todo',
  in_progress: 'In progress',
  stuck: 'Stuck',
  done: 'Done',
  canceled: 'Canceled',
};

export const days = { yesterday: 'yesterday', today: 'today', tomorrow: 'tomorrow' };

export const tasksPage = {
  tasks: 'Tasks',
  createTask: 'Create task',
  showAsList: 'Show as list',
  showAsBoard: 'Show as board',
  showingNewest: 'Showing the 10,000 most recently changed open tasks. Filter to see others.',
  noMatchingTasks: 'No matching tasks',
  noOpenTasksMatchThese: 'No open tasks match these filters.',
  noTasksYet: 'No tasks yet',
  peopleAndAgentsShareOne: 'People and agents share one list. Tasks that agents create appear here right away.',
};

export const taskActions = {
  moveTo: (status: string) => `Move to ${status}`,
  movedTo: (status: string) => `moved to ${status}`,
  assignToMe: 'Assign to me',
  assignedToYou: 'assigned to you',
  assignTo: 'Assign to…',
  dueDate: 'Due date…',
  changeTasks: 'Change tasks',
  tasks: (tasks: number) => count(tasks, 'task'),
  statusOf: (subject: string) => `Status of ${subject}`,
  assignToSubject: (subject: string) => `Assign ${subject} to…`,
  dueDateOf: (subject: string) => `Due date of ${subject}, or a date such as 2026-12-31`,
  enterDateSuchAs2026: 'Enter a date such as 2026-12-31.',
  noOneMatches: (text: string) => `No one matches “${text}”.`,
  /** Found by it too. */
  me: 'me',
  isYou: '(you)',
  you: 'you',
  assignedTo: (who: string) => `assigned to ${who}`,
  unassigned: 'unassigned',
  noOne: 'No one',
  today: 'Today',
  tomorrow: 'Tomorrow',
  in3Days: 'In 3 days',
  inWeek: 'In a week',
  inTwoWeeks: 'In two weeks',
  inMonth: 'In a month',
  isDue: (due: string) => `is due ${due}`,
  noDate: 'No date',
  noLongerHasDueDate: 'no longer has a due date',
};

export const sendFile = {
  thisFileIsLargerThan: (mostBytes: number) => `This file is larger than ${mostBytes} MiB. Choose a smaller one.`,
  yourBrowserCouldntReadThis: "Your browser couldn't read this file. It may have been moved or changed. Choose it again.",
};

export const uploadList = {
  uploads: 'Uploads',
  ofDone: (done: number, list: number) => `${done} of ${list} done`,
  failed: (failed: number) => `${failed} failed`,
  clearFinished: 'Clear finished',
  andOthers: (others: number) => `and ${count(others, 'other')}`,
  of: (percent: number, size: string) => `${percent}% of ${size}`,
  retry: (name: string) => `Retry ${name}`,
  retry2: 'Retry',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  progressOf: (name: string) => `Upload of ${name}`,
  waiting: (size: string) => `${size}, waiting`,
  done: (size: string) => `${size}, done`,
};

export const awayNotice = {
  cantReachGatehouse: "Can't reach Gatehouse. You can go on writing: your text is kept in this browser.",
  thisIsAgentMemoryNow: (noun: string) => `This ${noun} is agent memory now. People can't change it.`,
  thisHasGrownTooLarge: (noun: string) => `This ${noun} is now too large to edit here.`,
  yourTextIsKept: (why: string) => `${why} Your text is kept.`,
  isRestored: (name: string) => `${name} restored.`,
  youNoLongerHaveAccess: (noun: string) => `You no longer have access to this ${noun}.`,
  itWasMoved: 'It was moved, is no longer shared with you, or was deleted forever.',
  textIsKept: 'Your text is kept.',
  restore: 'Restore',
  thisWasDeleted: (noun: string) => `This ${noun} was deleted`,
  deletedThis: (who: string, noun: string) => `${who} deleted this ${noun}`,
  end: '. Your text is kept.',
  savedAsNewDocumentIn: (name: string) => `Saved as a new document in ${name}.`,
  saveIn: 'Save in…',
  saveAsNewDocument: 'Save as new document',
};

export const conflictWidgets = {
  conflict: 'Conflict',
  keepMine: 'Keep mine',
  useTheirs: 'Use theirs',
  keepBoth: 'Keep both',
  removedThisPassage: (who: string) => `${who} removed this passage.`,
  changedThisPassageTo: (who: string) => `${who} changed this passage to:`,
  thisPassageWasRemoved: 'This passage was also removed.',
  thisPassageWasChangedTo: 'This passage was also changed to:',
};

/** Of the editor's own buttons and fields, by what it calls them. */
export const editorPhrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  'by word': 'Whole words',
  regexp: 'Pattern',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  Find: 'Find',
  Replace: 'Replace with',
};

export const skillCheck = {
  agentsSee: 'Agents see',
};

export const skillWords = {
  words: {
    not_at_the_beginning: 'Remove the spaces or empty lines before the first `---` line.',
    no_end: 'Close the block at the top with a second `---` line.',
    long_frontmatter: 'Shorten the block between the `---` lines. Put the rest after it.',
    no_map: 'Write `name: …` and `description: …` between the `---` lines, each on its own line.',
    no_frontmatter: 'Start the skill with a name and a description between two `---` lines.',
    no_name: 'Add a line `name: …` between the `---` lines.',
    no_description: 'Add a line `description: …` between the `---` lines.',
    name_not_text: 'Put the name in quotes.',
    description_not_text: 'Put the description in quotes.',
    bad_name: 'Use lowercase letters, digits and single hyphens in the name (max 64).',
    device_name: 'Use another name. Windows keeps this one for a device.',
    empty_description: 'Describe what the skill does and when to use it.',
    odd_description: 'Remove control characters from the description.',
    disagreement: 'Use the same name and description in the form and in the text.',
  },
  badYaml: (line: number) => `Line ${line} is not valid YAML. Put text that contains \`: \` in quotes.`,
};

export const sourceEditor = {
  notSaved: 'Not saved.',
  yourTextIsStillHere: (why: string) => `${why} Your text is still here.`,
  savedAsVersion: (version: number) => `Saved as version ${version}.`,
  someoneElseSavedInMeantime: 'Someone else saved in the meantime. Their changes are now in your text. Review them and save again.',
  editor: 'Editor',
  save: 'Save',
  findInSource: 'Find in source',
  preview: 'Preview',
  discardChanges: 'Discard changes',
  done: 'Done',
  conflictsToResolve: (conflicts: number) => `${count(conflicts, 'conflict')} to resolve`,
  saving: 'Saving…',
  authorSaved: (author: string, version: number) => `${author} saved version ${version}; their changes are highlighted.`,
  allChangesSaved: (version: number) => `All changes saved · version ${version}.`,
  noRoomForDraft: 'Unsaved changes. This browser has no room for a draft, so save soon.',
  weRestoredYourDraftFrom: (time: string) => `We restored your draft from ${time}.`,
  unsavedChangesKept: 'Unsaved changes (kept in this browser).',
  updatePreview: 'Update preview',
};

export const takenMarks = {
  someoneRemovedTextHere: 'Someone removed text here',
  addedBySomeoneElseWhile: 'Added by someone else while you were editing',
};

export const mounted = {
  sourceOf: (name: string) => `Source of ${name}`,
};
