import { Button, Menu, SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { Plus } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { AddressText } from '../../kernel/list/address-text.tsx';
import { List } from '../../kernel/list/list.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { NoneFit } from '../../kernel/states/none-fit.tsx';
import { countSoFar, numberSoFar } from '../../kernel/words/count-words.ts';
import { NewForm } from '../documents/new-form.tsx';
import { chooseFiles } from '../uploads/choose-files.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { chosenFiles } from '../uploads/dropped-files.ts';
import { AcceptSkills } from './accept-skills.tsx';
import styles from './gallery.module.css';
import { columns, keyOf, versionOf } from './skill-columns.tsx';
import { type ListedSkill, readSoughtSkills, type SoughtSkills, soughtSkills } from './sought.ts';
import { useUploadSkill } from './use-upload-skill.ts';

const route = getRouteApi('/$orgId/skills');
const everything = {};

/** All skills that the person sees, in all folders. Skills that wait for a review come first. */
export function SkillsPage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const sought = route.useSearch();
  const [isNew, setNew] = useState(false);
  const { rows, firstPage: _, ...asked } = useRows(orgId, 'browse_skills', everything, 'skills');
  // The wanted skill can be further down, and skills that wait for a review come first.
  usePagesAhead(true, asked);
  const shown = useMemo(() => rows && soughtSkills(rows, sought), [rows, sought]);
  const upload = useUploadSkill();
  const create = () => setNew(true);
  const chooseFolder = () => chooseFiles('folder', (files) => upload(chosenFiles(files)));
  useBindings('Skills', [
    { keys: 'c', does: 'New skill', run: create },
    { keys: 'u', does: 'Upload folder…', run: chooseFolder },
  ]);
  const narrow = (next: SoughtSkills) =>
    void navigate({ to: '/$orgId/skills', params: { orgId }, search: readSoughtSkills({ ...next }), replace: true });
  const open = ({ id }: ListedSkill) => void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: id } });
  return (
    <Page
      title="Skills"
      isFilled
      actions={
        <MenuButton title="New" icon={Plus} width={200} position="bottom-end" variant="filled" returnsFocus={!isNew}>
          <Menu.Item rightSection={<Keys keys="c" />} onClick={create}>
            Skill
          </Menu.Item>
          <Menu.Item rightSection={<Keys keys="u" />} onClick={chooseFolder}>
            Upload folder…
          </Menu.Item>
        </MenuButton>
      }
      toolbar={
        isNew ? (
          <NewForm what="skill" folderId={undefined} onClose={() => setNew(false)} />
        ) : (
          <Narrowed sought={sought} skills={rows} shown={shown?.length ?? 0} isCut={asked.hasNextPage} onNarrow={narrow} />
        )
      }
    >
      <DropZone title="Drop a folder with a SKILL.md to create a skill" onFiles={upload}>
        <ListStates
          of={{ rows: shown, error: asked.error, refetch: asked.refetch }}
          empty={<Nothing isNarrowed={rows !== undefined && rows.length > 0} onNew={create} onAll={() => narrow({})} />}
        >
          {(skills) => (
            <List
              label="Skills"
              rows={skills}
              columns={columns}
              keyOf={keyOf}
              versionOf={versionOf}
              onOpen={open}
              selectionActions={(chosen, clear) => <AcceptSkills chosen={chosen} onBegun={clear} />}
            />
          )}
        </ListStates>
      </DropZone>
    </Page>
  );
}

interface NarrowedProps {
  sought: SoughtSkills;
  /** Undefined until they have loaded. */
  skills: readonly ListedSkill[] | undefined;
  shown: number;
  /** True if more skills exist than have loaded. */
  isCut: boolean;
  onNarrow: (next: SoughtSkills) => void;
}

function Narrowed({ sought, skills, shown, isCut, onNarrow }: NarrowedProps) {
  const waiting = skills?.filter(({ reviewed }) => !reviewed).length;
  return (
    <>
      <AddressText
        label="Find a skill"
        placeholder="Find a skill"
        className={styles.text}
        text={sought.q ?? ''}
        onText={(q) => onNarrow({ ...sought, q })}
      />
      <SegmentedControl
        aria-label="Show"
        value={sought.waiting ? 'waiting' : 'all'}
        onChange={(value) =>
          onNarrow(value === 'waiting' ? { ...sought, waiting: true } : { ...(sought.q !== undefined && { q: sought.q }) })
        }
        data={[
          { value: 'all', label: 'All' },
          { value: 'waiting', label: `Waiting for review${waiting === undefined ? '' : ` (${numberSoFar(waiting, isCut)})`}` },
        ]}
      />
      <span className={styles.count} role="status">
        {skills && countSoFar(shown, isCut, 'skill')}
      </span>
    </>
  );
}

function Nothing({ isNarrowed, onNew, onAll }: { isNarrowed: boolean; onNew: () => void; onAll: () => void }) {
  if (isNarrowed)
    return (
      <NoneFit title="No skills found" verb="Show all skills" onClear={onAll}>
        No skill fits these filters.
      </NoneFit>
    );
  return (
    <Empty title="No skills yet" action={<Button onClick={onNew}>New skill</Button>}>
      A skill tells agents how your team does something. You can also drop a folder with a SKILL.md here.
    </Empty>
  );
}
