import { Button } from '@mantine/core';
import { useState } from 'react';
import { History } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { exactSecond, longTime } from '../../kernel/words/time-words.ts';
import { MomentForm } from './moment-form.tsx';
import styles from './past.module.css';

const subjects = {
  doc: 'This document',
  file: 'This file',
  skill: 'This skill',
  folder: 'This folder',
  root: 'Items outside folders',
};

interface PastBannerProps {
  what: keyof typeof subjects;
  asOf: number;
  /** Opens the form to choose another time. */
  onView: (asOf: number) => void;
  onLeave: () => void;
}

/** Banner of a page that shows the past, with buttons for another time and for the present. */
export function PastBanner(props: PastBannerProps) {
  const [isAsked, setAsked] = useState(false);
  const { asOf, onView } = props;
  if (!isAsked) return <Banner {...props} onAsk={() => setAsked(true)} />;
  const view = (asOf: number) => {
    setAsked(false);
    onView(asOf);
  };
  return <MomentForm at={asOf} onView={view} onClose={() => setAsked(false)} />;
}

function Banner({ what, asOf, onAsk, onLeave }: PastBannerProps & { onAsk: () => void }) {
  const news = useFocusHere<HTMLParagraphElement>();
  useBindings('As it was', [
    { keys: 'Escape', does: 'Back to now', run: onLeave },
    { keys: 'p', does: 'View another time', run: onAsk },
  ]);
  return (
    <div className={styles.banner}>
      <History size={14} aria-hidden="true" />
      <p {...news} title={exactSecond(asOf)}>
        {subjects[what]} as of {longTime(asOf)}
      </p>
      <Button variant="default" size="compact-sm" rightSection={<Keys keys="p" />} onClick={onAsk}>
        Another time
      </Button>
      <Button variant="default" size="compact-sm" rightSection={<Keys keys="Escape" />} onClick={onLeave}>
        Back to now
      </Button>
    </div>
  );
}
