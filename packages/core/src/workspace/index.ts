import { changeItems } from './bulk/change-items.ts';
import { listBulkChanges } from './bulk/list-bulk-changes.ts';
import { readBulkChange } from './bulk/read-bulk-change.ts';
import { stopBulkChange } from './bulk/stop-bulk-change.ts';
import { undoBulkChange } from './bulk/undo-bulk-change.ts';
import { addComment } from './comments/add-comment.ts';
import { deleteComment } from './comments/delete-comment.ts';
import { editComment } from './comments/edit-comment.ts';
import { listComments } from './comments/list-comments.ts';
import { resolveComment } from './comments/resolve-comment.ts';
import { appendDoc } from './documents/append-doc.ts';
import { createDoc } from './documents/create-doc.ts';
import { deleteDoc } from './documents/delete-doc.ts';
import { editDoc } from './documents/edit-doc.ts';
import { listDocs } from './documents/list-docs.ts';
import { readDoc } from './documents/read-doc.ts';
import { setAgentMemory } from './documents/set-agent-memory.ts';
import { updateDoc } from './documents/update-doc.ts';
import { exportItem } from './export/export-item.ts';
import { exportOrganization } from './export/export-organization.ts';
import { importItem } from './export/import-item.ts';
import { deleteFile } from './file-tools/delete-file.ts';
import { editFile } from './file-tools/edit-file.ts';
import { listFiles } from './file-tools/list-files.ts';
import { readFile } from './file-tools/read-file.ts';
import { writeFile } from './file-tools/write-file.ts';
import { browseFolder } from './folders/browse-folder.ts';
import { createFolder } from './folders/create-folder.ts';
import { deleteFolder } from './folders/delete-folder.ts';
import { listFolderViewers } from './folders/list-folder-viewers.ts';
import { listFolders } from './folders/list-folders.ts';
import { moveFolder } from './folders/move-folder.ts';
import { moveItem } from './folders/move-item.ts';
import { renameFolder } from './folders/rename-folder.ts';
import { shareFolder } from './folders/share-folder.ts';
import { unshareFolder } from './folders/unshare-folder.ts';
import { listChanges } from './history/list-changes.ts';
import { countInbox } from './inbox/count-inbox.ts';
import { listInbox } from './inbox/list-inbox.ts';
import { markInboxRead } from './inbox/mark-inbox-read.ts';
import { applyEdits } from './item-tools/apply-edits.ts';
import { fetch } from './item-tools/fetch.ts';
import { findLinked } from './item-tools/find-linked.ts';
import { findText } from './item-tools/find-text.ts';
import { grep } from './item-tools/grep.ts';
import { readItems } from './item-tools/read-items.ts';
import { readLines } from './item-tools/read-lines.ts';
import { search } from './item-tools/search.ts';
import { setTags } from './item-tools/set-tags.ts';
import { readItem } from './items/read-item.ts';
import { listNews } from './news/list-news.ts';
import { markNewsSeen } from './news/mark-news-seen.ts';
import { listReviews } from './review/list-reviews.ts';
import { readReview } from './review/read-review.ts';
import { reviewItem } from './review/review-item.ts';
import { setReview } from './review/set-review.ts';
import { browseSkills } from './skills/browse-skills.ts';
import { editSkill } from './skills/edit-skill.ts';
import { listSkillLoads } from './skills/list-skill-loads.ts';
import { listSkills } from './skills/list-skills.ts';
import { readSkillFiles } from './skills/read-skill-files.ts';
import { reviewSkill } from './skills/review-skill.ts';
import { writeSkill } from './skills/write-skill.ts';
import { applyTakeBack } from './take-back/apply-take-back.ts';
import { continueTakeBack } from './take-back/continue-take-back.ts';
import { listTakeBackItems } from './take-back/list-take-back-items.ts';
import { listTakeBacks } from './take-back/list-take-backs.ts';
import { prepareTakeBack } from './take-back/prepare-take-back.ts';
import { compareTakeBackItem } from './take-back/preview/compare-take-back-item.ts';
import { editTakeBack } from './take-back/preview/edit-take-back.ts';
import { previewTakeBack } from './take-back/preview/preview-take-back.ts';
import { takeBack } from './take-back/take-back.ts';
import { browseTasks } from './tasks/browse-tasks.ts';
import { createTask } from './tasks/create-task.ts';
import { listTasks } from './tasks/list-tasks.ts';
import { readTask } from './tasks/read-task.ts';
import { updateTask } from './tasks/update-task.ts';
import { emptyTrash } from './trash/empty-trash.ts';
import { listTrash } from './trash/list-trash.ts';
import { purgeItem } from './trash/purge-item.ts';
import { restoreItem } from './trash/restore-item.ts';
import { compareVersions } from './versions/compare-versions.ts';
import { listCallVersions } from './versions/list-call-versions.ts';
import { listItemVersions } from './versions/list-item-versions.ts';
import { listVersions } from './versions/list-versions.ts';
import { restoreVersion } from './versions/restore-version.ts';

/** The tools for documents, files, skills, folders, tasks, versions, the trash and taking back. */
export const workspaceTools = [
  appendDoc,
  addComment,
  deleteComment,
  editComment,
  listComments,
  resolveComment,
  applyEdits,
  applyTakeBack,
  browseFolder,
  browseTasks,
  changeItems,
  compareTakeBackItem,
  compareVersions,
  continueTakeBack,
  createDoc,
  createFolder,
  createTask,
  deleteDoc,
  deleteFile,
  deleteFolder,
  editDoc,
  editFile,
  editSkill,
  editTakeBack,
  emptyTrash,
  exportItem,
  exportOrganization,
  fetch,
  findLinked,
  findText,
  grep,
  importItem,
  listBulkChanges,
  listChanges,
  listDocs,
  listFiles,
  listFolderViewers,
  listFolders,
  listCallVersions,
  listItemVersions,
  listInbox,
  countInbox,
  listNews,
  listReviews,
  listTakeBackItems,
  listTakeBacks,
  browseSkills,
  listSkillLoads,
  listSkills,
  listTasks,
  listTrash,
  listVersions,
  markInboxRead,
  markNewsSeen,
  moveItem,
  prepareTakeBack,
  previewTakeBack,
  purgeItem,
  readBulkChange,
  readDoc,
  readFile,
  readItem,
  readItems,
  readLines,
  readReview,
  readSkillFiles,
  readTask,
  moveFolder,
  renameFolder,
  restoreItem,
  restoreVersion,
  reviewItem,
  reviewSkill,
  search,
  setAgentMemory,
  setReview,
  setTags,
  shareFolder,
  stopBulkChange,
  takeBack,
  undoBulkChange,
  unshareFolder,
  updateDoc,
  updateTask,
  writeFile,
  writeSkill,
] as const;
