import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './choices.module.css';

export interface Choice {
  id: string;
}

export interface ChoicesProps<One extends Choice> {
  /** Placeholder, and label for screen readers. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Matching choices, the best first. */
  choices: readonly One[];
  onChoose: (one: One) => void;
  show: (one: One) => ReactNode;
  /** True while more choices may arrive. */
  isBusy?: boolean;
  /** Message if nothing matches. */
  nothing: ReactNode;
  /** Details of the selected choice, shown beside the list. */
  aside?: (one: One) => ReactNode;
}

/** Field with matching choices below it. Arrows move, Enter chooses. */
export function Choices<One extends Choice>({
  label,
  text,
  onText,
  choices,
  onChoose,
  show,
  isBusy = false,
  nothing,
  aside,
}: ChoicesProps<One>) {
  const [position, setPosition] = useState(0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The field can be loaded after its dialog has opened.
  useEffect(() => field.current?.focus(), []);
  const at = Math.min(position, choices.length - 1);
  const chosen = choices[at];
  const beside = chosen && aside?.(chosen);
  const step = (by: number) => {
    const next = (at + by + choices.length) % Math.max(1, choices.length);
    setPosition(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <input
        ref={field}
        className={styles.input}
        placeholder={label}
        aria-label={label}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? `${id}-${at}` : undefined}
        data-autofocus
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setPosition(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') step(1);
          else if (event.key === 'ArrowUp') step(-1);
          else if (event.key === 'Enter') chosen && onChoose(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <div className={styles.sides}>
        <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Results" aria-busy={isBusy}>
          {choices.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
            <div
              key={one.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.option}
              onClick={() => onChoose(one)}
              onPointerMove={() => setPosition(index)}
            >
              {show(one)}
            </div>
          ))}
        </div>
        {beside && <div className={styles.aside}>{beside}</div>}
      </div>
      {choices.length === 0 && <p className={styles.nothing}>{nothing}</p>}
    </>
  );
}
