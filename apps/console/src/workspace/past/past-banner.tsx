import { Button } from '@mantine/core';
import { History } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { exactSecond, longTime } from '../../kernel/words/time-words.ts';
import styles from './past.module.css';

const sentences = {
  doc: (time: string) => `You see this document as it was on ${time}.`,
  file: (time: string) => `You see this file as it was on ${time}.`,
  skill: (time: string) => `You see this skill as it was on ${time}.`,
  folder: (time: string) => `You see this folder as it was on ${time}.`,
  root: (time: string) => `You see what was outside of folders on ${time}.`,
};

interface PastBannerProps {
  what: keyof typeof sentences;
  asOf: number;
  onLeave: () => void;
}

/** States that the page shows the past, and links to the present. */
export function PastBanner({ what, asOf, onLeave }: PastBannerProps) {
  const news = useFocusHere<HTMLParagraphElement>();
  useBindings('As it was', [{ keys: 'Escape', does: 'Back to now', run: onLeave }]);
  return (
    <div className={styles.banner}>
      <History size={14} aria-hidden="true" />
      <p {...news} title={exactSecond(asOf)}>
        {sentences[what](longTime(asOf))}
      </p>
      <Button variant="default" size="compact-sm" rightSection={<Keys keys="Escape" />} onClick={onLeave}>
        Back to now
      </Button>
    </div>
  );
}
