import { Button } from '@mantine/core';
import { useState } from 'react';
import { Agent } from '../../kernel/signs/who.tsx';
import { countSoFar } from '../../kernel/words/count-words.ts';
import { ChangedLine } from './changed-line.tsx';
import type { ChangedInRun } from './group-changed.ts';
import styles from './home.module.css';
import { NewsLine } from './news-line.tsx';
import { ReviewLink } from './review-link.tsx';
import { TakeBackButton } from './take-back-button.tsx';

/** Line for a run of an agent that changed many items. Opening it shows a line for each item. */
export function ChangedInRunLine({ of: group, isCut }: { of: ChangedInRun; isCut: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { agent, person, run, items, created, changed, at } = group;
  return (
    <>
      <NewsLine
        who={<Agent name={agent.name} person={person?.name} />}
        at={at}
        way={
          <>
            <TakeBackButton agent={agent} run={run} isCut={isCut} />
            <ReviewLink agent={agent} changed={items} />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={isOpen}
              aria-label={isOpen ? `Hide what ${agent.name} changed` : `Show what ${agent.name} changed`}
              onClick={() => setOpen((is) => !is)}
            >
              {isOpen ? 'Hide' : 'Show'}
            </Button>
          </>
        }
      >
        {[created > 0 && `created ${countSoFar(created, isCut, 'item')}`, changed > 0 && `changed ${countSoFar(changed, isCut, 'item')}`]
          .filter(Boolean)
          .join(', ')}
      </NewsLine>
      {isOpen && (
        <li className={styles.inner}>
          <ul aria-label={`Changed by ${agent.name}`}>
            {items.map((one) => (
              <ChangedLine key={one.item.id} changed={one} isCut={isCut} />
            ))}
          </ul>
        </li>
      )}
    </>
  );
}
