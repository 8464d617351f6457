import { dayMs } from '@gatehouse/domain';
import { useState } from 'react';
import { LineFrame } from '../../kernel/forms/line-frame.tsx';
import { MinuteField } from '../../kernel/forms/minute-field.tsx';

interface MomentFormProps {
  /** Initial time; by default, a day ago. */
  at?: number;
  /** Called with the end of the chosen minute, or with the present time if that is earlier. */
  onView: (asOf: number) => void;
  onClose: () => void;
}

/** Form to choose a past time for a page, in the line of a toolbar. Esc closes it. */
export function MomentForm({ at: given, onView, onClose }: MomentFormProps) {
  const [at] = useState(() => given ?? Date.now() - dayMs);
  const [minute, setMinute] = useState({ from: at, to: at });
  const [fault, setFault] = useState<string>();
  const choose = (chosen: typeof minute) => {
    setMinute(chosen);
    setFault(undefined);
  };
  return (
    <LineFrame
      verb="View"
      fault={fault}
      onSubmit={(event) => {
        event.preventDefault();
        const now = Date.now();
        if (minute.from > now) setFault('Choose a time in the past.');
        else onView(Math.min(minute.to, now));
      }}
      onClose={onClose}
    >
      <MinuteField label="View as of" at={at} isFirst isWrong={fault !== undefined} onChange={choose} />
    </LineFrame>
  );
}
