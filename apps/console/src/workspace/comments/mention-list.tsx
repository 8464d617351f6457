import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Agent, Person } from '../../kernel/signs/who.tsx';
import { count } from '../../kernel/words/count-words.ts';
import styles from './comments.module.css';
import { type Mentionable, mentionChoices, mentionOfAgent, typedMention } from './mention-choices.ts';

/**
 * Lists the organization's people and agents, including those who cannot see the item. The gateway reports those when a comment is sent.
 */
function useMentionables(): readonly Mentionable[] {
  const { orgId } = useMembership();
  const people = useQuery(allPagesQuery(orgId, 'list_people', {})).data;
  const agents = useQuery(allPagesQuery(orgId, 'list_agents', {})).data;
  return useMemo(() => {
    const ofPeople = people?.flatMap((page) => page.people).map(({ name, email }) => ({ name, mention: `@${email}`, isAgent: false }));
    const names = new Set(agents?.flatMap((page) => page.agents).map(({ name }) => name));
    const ofAgents = Array.from(names, (name) => ({ name, mention: mentionOfAgent(name), isAgent: true }));
    return [...(ofPeople ?? []), ...ofAgents].toSorted((one, other) => one.name.localeCompare(other.name));
  }, [people, agents]);
}

/** Completes the mention at the caret of a text field. */
export function useMentions(text: string, onChange: (text: string) => void) {
  const all = useMentionables();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const typed = caret === undefined ? undefined : typedMention(text, caret);
  const choices = typed ? mentionChoices(all, typed.typed) : [];
  const active = Math.min(at, choices.length - 1);
  const leave = () => setCaret(undefined);
  const choose = ({ mention }: Mentionable) => {
    if (!typed || caret === undefined) return;
    const inserted = `${mention} `;
    onChange(text.slice(0, typed.start) + inserted + text.slice(caret));
    leave();
    const after = typed.start + inserted.length;
    requestAnimationFrame(() => field.current?.setSelectionRange(after, after));
  };
  return {
    field,
    id,
    choices,
    active,
    choose,
    onLeave: leave,
    onCaret(place: number | null) {
      setCaret(place ?? undefined);
      setAt(0);
    },
    /** Handles a key in the list. Returns true if it was handled. */
    onKey(event: KeyboardEvent): boolean {
      const chosen = choices[active];
      if (!chosen || event.ctrlKey || event.metaKey) return false;
      if (event.key === 'ArrowDown') setAt((active + 1) % choices.length);
      else if (event.key === 'ArrowUp') setAt((active + choices.length - 1) % choices.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
      else if (event.key === 'Escape') leave();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    fieldProps: {
      'aria-autocomplete': 'list' as const,
      ...(choices.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
    },
  };
}

/** List of names to complete a mention. */
export function MentionList({ of: { id, choices, active, choose } }: { of: ReturnType<typeof useMentions> }) {
  return (
    <>
      <VisuallyHidden role="status">{choices.length > 0 && `${count(choices.length, 'name')} to choose from`}</VisuallyHidden>
      {choices.length > 0 && (
        <div className={styles.choices} id={id} role="listbox" aria-label="People and agents" tabIndex={-1}>
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field
            <div
              key={`${choice.mention} ${choice.isAgent}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.choice}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.isAgent ? <Agent name={choice.name} person={undefined} /> : <Person name={choice.name} />}
              <span className={styles.address}>{choice.isAgent ? 'agent' : choice.mention.slice(1)}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
