export { readSkill, type SkillDocument, type SkillFault, type SkillSource } from './skill-document.ts';
