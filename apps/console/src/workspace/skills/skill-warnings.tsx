import { type SkillWarning, warnOfSkill } from '@gatehouse/domain/skills';
import { CircleAlert } from '../../kernel/icons/icons.ts';
import { skillWarnings as strings } from '../strings.ts';
import styles from './skills.module.css';

interface SkillWarningsProps {
  name: string;
  content: string;
  paths: readonly string[];
}

/** What programs that run skills advise against: it is saved all the same. */
export function SkillWarnings(skill: SkillWarningsProps) {
  const kinds = [...new Set(warnOfSkill(skill).map(({ kind }) => kind))];
  if (kinds.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={strings.warnings}>
      {kinds.map((kind) => (
        <li key={kind} className={styles.said}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{words[kind]}</span>
        </li>
      ))}
    </ul>
  );
}

const words: Record<SkillWarning['kind'], string> = strings.kinds;
