import { Button } from '@mantine/core';
import { History } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { exactSecond, longTime } from '../../kernel/words/time-words.ts';
import { pastBanner as strings } from '../strings.ts';
import styles from './past.module.css';

interface PastBannerProps {
  what: keyof typeof strings.shown;
  asOf: number;
  onLeave: () => void;
}

/** Says that what is shown is over, and leads back. */
export function PastBanner({ what, asOf, onLeave }: PastBannerProps) {
  const news = useFocusHere<HTMLParagraphElement>();
  useBindings(strings.past, [{ keys: 'Escape', does: strings.backToNow, run: onLeave }]);
  return (
    <div className={styles.banner}>
      <History size={14} aria-hidden="true" />
      <p {...news} title={exactSecond(asOf)}>
        {strings.shown[what](longTime(asOf))}
      </p>
      <Button variant="default" size="compact-sm" rightSection={<Keys keys="Escape" />} onClick={onLeave}>
        {strings.backToNow}
      </Button>
    </div>
  );
}
