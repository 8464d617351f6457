import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { number } from '../../kernel/words/count-words.ts';
import type { Item } from '../item/item.ts';
import { diskClients, promptOf, resourcesOf, syncCommand } from './channels.ts';
import { useSkillUse } from './review-notice.tsx';
import styles from './skills.module.css';

const clients = { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI', agents: 'Other agents' };

type Channel = 'tool' | 'resources' | 'prompt' | 'disk';

/** Content of a skill in each channel, word for word. */
export function SkillChannels({ item }: { item: Item }) {
  const [channel, setChannel] = useState<Channel>('tool');
  return (
    <section className={styles.channels} aria-label="Agent view">
      <SegmentedControl
        aria-label="Channel"
        value={channel}
        onChange={(value) => setChannel(value as Channel)}
        data={[
          { value: 'tool', label: 'Tool result' },
          { value: 'resources', label: 'MCP resources' },
          { value: 'prompt', label: 'MCP prompt' },
          { value: 'disk', label: 'On disk' },
        ]}
      />
      {channel === 'tool' && <ToolResult item={item} />}
      {channel === 'resources' && <Resources item={item} />}
      {channel === 'prompt' && <Prompt item={item} />}
      {channel === 'disk' && <OnDisk item={item} />}
    </section>
  );
}

function ToolResult({ item }: { item: Item }) {
  const { orgId } = useMembership();
  const answer = useQuery({ ...toolQuery(orgId, 'read_file', { fileId: item.id }), staleTime: 0 });
  if (answer.error) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <FirstRows />;
  return <CodeBlock text={json(answer.data)} what="the read_file result" />;
}

function Resources({ item }: { item: Item }) {
  const { orgId } = useMembership();
  const answer = useQuery(toolQuery(orgId, 'read_skill_files', { fileId: item.id, paths: [], version: item.versionCount }));
  if (answer.error) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />;
  const { address, manifest } = answer.data ?? {};
  if (!answer.data || address === undefined || manifest === undefined) return <FirstRows />;
  return <CodeBlock text={json(resourcesOf({ ...answer.data, address, manifest }))} what="the skills/list entry" />;
}

function Prompt({ item }: { item: Item }) {
  // Same refusal as for clients.
  if (item.text === null || item.sizeBytes > maxPromptBytes)
    return <p className={styles.said}>This skill is larger than 256 KB, so it has no prompt. Agents read parts of it with tools.</p>;
  return <CodeBlock text={json(promptOf(item.text))} what="the prompts/get result" />;
}

const maxPromptBytes = 256 * 1024;

function OnDisk({ item }: { item: Item }) {
  const { data, error, refetch } = useSkillUse(item.id);
  const placed = { origin: window.location.origin, folderName: item.folderName };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <FirstRows />;
  return (
    <>
      <p className={styles.dim}>{written(data)}</p>
      <p className={styles.dim}>Each command writes all skills that your key can see. Replace YOUR_KEY with your key.</p>
      <dl className={styles.installs}>
        {diskClients.map((client) => (
          <div key={client.to}>
            <dt>
              {clients[client.to]} <code>{`${client.directory}/${item.name}`}</code>
            </dt>
            <dd>
              <CodeBlock text={syncCommand(client, placed)} what={`the command for ${clients[client.to]}`} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function written({ reviewed, reviewedVersion, versionCount }: { reviewed: boolean; reviewedVersion: number | null; versionCount: number }) {
  if (reviewed) return `Version ${number(versionCount)} has been reviewed, so synced computers get it.`;
  return reviewedVersion === null
    ? "No version has been reviewed, so synced computers don't get this skill."
    : `Version ${number(versionCount)} is waiting for review, so synced computers get version ${number(reviewedVersion)}.`;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
