export { type ChangedFile, changedFiles } from './changed-files.ts';
export { isLeftover } from './leftovers.ts';
export { renameSkill, splitSkill } from './rename-skill.ts';
export { isReviewedWhenSaved, type SavedBy } from './reviewed.ts';
export {
  isSkillName,
  readFrontmatter,
  readSkill,
  type SkillDocument,
  type SkillFault,
  type SkillSource,
  weighFrontmatter,
} from './skill-document.ts';
export {
  type BadSkillFiles,
  checkSkillFiles,
  inPathOrder,
  manifestText,
  readManifest,
  type SkillFile,
  type SkillFilesFault,
} from './skill-files.ts';
export { checkSkillPath, quotePath, type SkillPathFault, skillMain } from './skill-path.ts';
export { estimateTokens, hiddenInFiles, type SkillText, type SkillToWarnOf, type SkillWarning, warnOfSkill } from './skill-warnings.ts';
