import { readSkill } from '@gatehouse/domain/skills';
import { CircleAlert, CircleCheck } from '../../kernel/icons/icons.ts';
import styles from './skill-check.module.css';
import { skillWords } from './skill-words.ts';

/** Checks a text as the gateway does, and shows how agents find the skill. */
export function SkillCheck({ text }: { text: string }) {
  const skill = readSkill({ content: text });
  if (!skill.ok)
    return (
      <p className={styles.fault} role="status">
        <CircleAlert size={14} aria-hidden="true" />
        <span>{skillWords(skill)}</span>
      </p>
    );
  return (
    <div className={styles.good} role="status">
      <CircleCheck size={14} aria-hidden="true" />
      <span>
        Agents see <strong>{skill.name}</strong>: {skill.description}
      </span>
    </div>
  );
}
