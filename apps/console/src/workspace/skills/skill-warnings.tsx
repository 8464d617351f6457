import { hiddenInFiles, type SkillWarning, skillMain, warnOfSkill } from '@gatehouse/domain/skills';
import { CircleAlert } from '../../kernel/icons/icons.ts';
import { HiddenCharacters } from '../../kernel/signs/hidden-characters.tsx';
import styles from './skills.module.css';

interface SkillWarningsProps {
  name: string;
  content: string;
  paths: readonly string[];
  /** The notice about the review names the hidden characters of all files. */
  isReviewed: boolean;
}

/** Warnings that hosts would give. They do not prevent saving. */
export function SkillWarnings({ isReviewed, ...skill }: SkillWarningsProps) {
  const kinds = [...new Set(warnOfSkill(skill).map(({ kind }) => kind))].filter((kind) => kind !== 'hidden_characters');
  const { hidden } = hiddenInFiles(isReviewed ? [{ path: skillMain, text: skill.content }] : []);
  return (
    <>
      {kinds.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {kinds.map((kind) => (
            <li key={kind} className={styles.said}>
              <CircleAlert size={16} aria-hidden="true" />
              <span>{words[kind]}</span>
            </li>
          ))}
        </ul>
      )}
      <HiddenCharacters all={hidden.map(({ path, ...found }) => ({ of: path, ...found }))} />
    </>
  );
}

const words: Record<Exclude<SkillWarning['kind'], 'hidden_characters'>, string> = {
  not_yaml: 'The name or description is not valid YAML, and some agents leave such a skill out. Put the text in quotes.',
  long_description: 'The description has more than 1,024 characters, and some agents cut it or leave the skill out. Shorten it.',
  long_body: 'SKILL.md is long, and some agents may read only its beginning. Move details into other files.',
  broken_link: 'SKILL.md links to a file that this skill does not have.',
  other_folder_name: 'The skill and its folder have different names.',
};
