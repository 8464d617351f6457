import type { AnyDefinition } from '../tool.ts';
import { appendDoc } from './append-doc.ts';
import { applyEdits } from './apply-edits.ts';
import { createDoc } from './create-doc.ts';
import { createFolder } from './create-folder.ts';
import { createTask } from './create-task.ts';
import { deleteDoc } from './delete-doc.ts';
import { deleteFile } from './delete-file.ts';
import { editDoc } from './edit-doc.ts';
import { editFile } from './edit-file.ts';
import { editSkill } from './edit-skill.ts';
import { executeServiceReadTool } from './execute-service-read-tool.ts';
import { executeServiceTool } from './execute-service-tool.ts';
import { findText } from './find-text.ts';
import { grep } from './grep.ts';
import { listConnectedServices } from './list-connected-services.ts';
import { listDocs } from './list-docs.ts';
import { listFiles } from './list-files.ts';
import { listFolders } from './list-folders.ts';
import { listMembers } from './list-members.ts';
import { listServiceTools } from './list-service-tools.ts';
import { listSkills } from './list-skills.ts';
import { listTasks } from './list-tasks.ts';
import { listVersions } from './list-versions.ts';
import { moveItem } from './move-item.ts';
import { readDoc } from './read-doc.ts';
import { readFile } from './read-file.ts';
import { readLines } from './read-lines.ts';
import { restoreVersion } from './restore-version.ts';
import { search } from './search.ts';
import { setTags } from './set-tags.ts';
import { updateDoc } from './update-doc.ts';
import { updateTask } from './update-task.ts';
import { whoami } from './whoami.ts';
import { writeFile } from './write-file.ts';
import { writeSkill } from './write-skill.ts';

const tools = [
  whoami,
  search,
  listDocs,
  readDoc,
  createDoc,
  updateDoc,
  editDoc,
  appendDoc,
  applyEdits,
  deleteDoc,
  findText,
  grep,
  readLines,
  listFiles,
  readFile,
  writeFile,
  editFile,
  deleteFile,
  listSkills,
  writeSkill,
  editSkill,
  listFolders,
  createFolder,
  moveItem,
  setTags,
  listVersions,
  restoreVersion,
  listTasks,
  createTask,
  updateTask,
  listMembers,
  listConnectedServices,
  listServiceTools,
  executeServiceTool,
  executeServiceReadTool,
] as const;

/** What agents and programs may call, in the order every list shows. */
export const agentTools: readonly AnyDefinition[] = tools;

export type AgentTool = (typeof tools)[number];
