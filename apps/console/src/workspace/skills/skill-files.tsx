import { ActionIcon, Button, Menu } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { LineForm } from '../../kernel/forms/line-form.tsx';
import { Ellipsis, Plus } from '../../kernel/icons/icons.ts';
import { partCode } from '../../kernel/loading/page-code.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { bytes } from '../../kernel/words/count-words.ts';
import type { Item } from '../item/item.ts';
import { chooseFiles } from '../uploads/choose-files.ts';
import { useSkillUse } from './review-notice.tsx';
import { treeOf } from './skill-tree.ts';
import styles from './skills.module.css';
import { useSkillChanges } from './use-skill-changes.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');
const main = 'SKILL.md';
const maxPath = 200;

type SkillFile = NonNullable<OutputOf<'read_skill_files'>['manifest']>[number];

/** Files of a skill as a tree, with their actions. // D72 */
export function SkillFiles({ item }: { item: Item }) {
  const { orgId } = useMembership();
  const { file: shown = main } = route.useSearch();
  // Keeps the previous version's files until the new ones arrive, so that an open menu stays open.
  const { data, error, refetch } = useQuery({
    ...toolQuery(orgId, 'read_skill_files', { fileId: item.id, paths: [], version: item.versionCount }),
    placeholderData: keepPreviousData,
  });
  const changes = useSkillChanges(item);
  const [renamed, setRenamed] = useState<string>();
  const [isNew, setNew] = useState(false);
  const navigate = route.useNavigate();
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const files = new Map(data?.manifest?.map((file) => [file.path, file]));
  return (
    <nav className={styles.files} aria-label="Files">
      <ul className={styles.tree}>
        {treeOf([...files.keys()]).map(({ name, depth, path }) => (
          <li key={path ?? `${depth} ${name}`} className={styles.row} style={{ paddingLeft: depth * 14 }}>
            {path === undefined ? (
              <span className={styles.folder}>{name}/</span>
            ) : (
              <>
                <FileLink path={path} name={name} file={files.get(path)} isShown={path === shown} />
                {path !== main && <FileMenu file={files.get(path)} changes={changes} onRename={() => setRenamed(path)} />}
              </>
            )}
          </li>
        ))}
      </ul>
      {renamed !== undefined && (
        <LineForm
          label="New path"
          initial={renamed}
          verb="Rename"
          maxLength={maxPath}
          send={async (to) => {
            await changes.rename(renamed, to.trim());
            changes.refresh();
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
      {isNew && (
        <LineForm
          label="Path of the new file, such as references/style.md"
          verb="Create"
          maxLength={maxPath}
          send={async (text) => {
            const path = text.trim().normalize('NFC');
            await changes.create(path);
            changes.refresh();
            await navigate({ search: { file: path, edit: true } });
          }}
          onClose={() => setNew(false)}
        />
      )}
      <Menu position="bottom-start" returnFocus={!isNew}>
        <Menu.Target>
          <Button variant="subtle" leftSection={<Plus size={14} />} loading={changes.isPending}>
            Add files
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNew(true)}>New text file…</Menu.Item>
          <Menu.Item onClick={() => chooseFiles('several', changes.add)}>Upload files…</Menu.Item>
          <Menu.Item onClick={() => chooseFiles('folder', changes.add)}>Upload folder…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

function FileLink({ path, name, file, isShown }: { path: string; name: string; file: SkillFile | undefined; isShown: boolean }) {
  return (
    <Link
      from="/$orgId/documents/item/$itemId"
      to="."
      search={({ history }) => ({ ...(history && { history }), ...(path !== main && { file: path }) })}
      className={styles.link}
      // Without it, the link to SKILL.md would look open on every file, because its address is a prefix of theirs.
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isShown ? 'page' : undefined}
    >
      <span className={styles.name}>{name}</span>
      {file?.executable && <span className={styles.mark}>executable</span>}
      {file && <span className={styles.size}>{bytes(file.sizeBytes)}</span>}
    </Link>
  );
}

interface FileMenuProps {
  file: SkillFile | undefined;
  changes: ReturnType<typeof useSkillChanges>;
  onRename: () => void;
}

function FileMenu({ file, changes, onRename }: FileMenuProps) {
  if (!file) return null;
  const { path, executable } = file;
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Actions for ${path}`}>
          <Ellipsis size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => chooseFiles('one', (chosen) => changes.replace(path, chosen))}>Replace…</Menu.Item>
        <Menu.Item onClick={onRename}>Rename or move…</Menu.Item>
        <Menu.Item onClick={() => changes.setExecutable(path, !executable)}>
          {executable ? 'Make not executable' : 'Make executable'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => changes.remove(path)}>Remove</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Loaded after the page, because it brings a YAML parser. */
const SkillWarnings = partCode(() => import('./skill-warnings.tsx'), 'SkillWarnings');

/** Suggestions to improve a skill. */
export function SkillAdvice({ item }: { item: Item }) {
  const { orgId } = useMembership();
  const { data } = useQuery(toolQuery(orgId, 'read_skill_files', { fileId: item.id, paths: [], version: item.versionCount }));
  const { data: use } = useSkillUse(item.id);
  if (!data?.manifest || item.text === null) return null;
  return (
    <Suspense>
      <SkillWarnings
        name={item.name}
        content={item.text}
        paths={data.manifest.map(({ path }) => path)}
        isReviewed={use?.reviewed ?? false}
      />
    </Suspense>
  );
}
