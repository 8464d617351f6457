export { readSkill, type SkillDocument, type SkillSource } from './skill-document.ts';
