import { onlyReads, takesSeveral } from '@gatehouse/domain';
import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { ArrowDownToLine, ArrowUpToLine, CircleMinus, CirclePlus, Undo2 } from '../../kernel/icons/icons.ts';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { Names } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { Identifier } from '../../kernel/signs/identifier.tsx';
import { browserName } from '../../kernel/words/browser-name.ts';
import { codeWords, sentenceCase } from '../../kernel/words/code-words.ts';
import { number } from '../../kernel/words/count-words.ts';
import { duration, exactSecond } from '../../kernel/words/time-words.ts';
import { typeNames } from '../../kernel/words/type-names.ts';
import { usePrepare } from '../../workspace/offers/use-prepare.ts';
import styles from './activity.module.css';
import { Outcome } from './activity-columns.tsx';
import { fieldNames } from './filter-words.ts';
import { type ActivityFilters, type ActivityRow, type Field, leaveOut, valueIn } from './filters.ts';
import { canBeTakenBack } from './take-back-rows.ts';
import { WhyRefused } from './why-refused.tsx';

export interface StoryProps {
  row: ActivityRow;
  names: Names;
  filters: ActivityFilters;
  onFilter: (filters: ActivityFilters) => void;
  onClose: () => void;
}

/** Details of one call: caller, key, origin, subject, duration and trace. */
export function Story({ row, names, filters, onFilter, onClose }: StoryProps) {
  const value: ShowValue = (field, shown) => (
    <Value field={field} value={valueIn(row, field)} filters={filters} onFilter={onFilter}>
      {shown}
    </Value>
  );
  return (
    <SidePanel title={row.serviceTool ?? row.tool} onClose={onClose}>
      <Section title="Call">
        <Facts>
          <Fact name="Time">
            <When at={row.at} filters={filters} onFilter={onFilter} />
          </Fact>
          <CallFacts row={row} value={value} />
        </Facts>
        <WhyRefused key={row.id} row={row} />
      </Section>
      <Section title="Who">
        <Facts>
          <WhoFacts row={row} value={value} names={names} />
        </Facts>
        <TakeBackFrom row={row} />
      </Section>
      {isAboutSomething(row) && (
        <Section title="About">
          <Facts>
            <AboutFacts row={row} value={value} />
          </Facts>
        </Section>
      )}
      <Section title="Trace">
        <Facts>
          <Fact name="Request">{value('requestId', <Identifier id={row.requestId} />)}</Fact>
          {row.traceId !== null && <Fact name="Trace">{value('traceId', <Identifier id={row.traceId} />)}</Fact>}
        </Facts>
      </Section>
    </SidePanel>
  );
}

const isAboutSomething = ({ itemId, service, connectionId, outcome, tool }: ActivityRow) =>
  itemId !== null || service !== null || connectionId !== null || (outcome === 'ok' && takesSeveral(tool));
const isOfItem = ({ itemType }: Pick<ActivityRow, 'itemType'>) => itemType === 'doc' || itemType === 'file' || itemType === 'skill';

/** Takes back this call, its trace, or all later changes by its key (or by its person, if there was no key). */
function TakeBackFrom({ row }: { row: ActivityRow }) {
  const { prepare } = usePrepare();
  const { keyId, agentId, personId, traceId, requestId, at } = row;
  if (!canBeTakenBack(row) || personId === null) return null;
  const since = keyId === null ? { personId, since: at } : { keyId, since: at };
  return (
    <div className={styles.takeBack}>
      <MenuButton title="Take back" icon={Undo2} width={220} variant="default">
        <Menu.Item onClick={() => prepare({ requestId })}>Only this call</Menu.Item>
        {traceId !== null && (
          <Menu.Item onClick={() => prepare({ traceId, ...(agentId === null ? { personId } : { agentId }) })}>Its whole run</Menu.Item>
        )}
        <Menu.Item onClick={() => prepare(since)}>Everything since then</Menu.Item>
      </MenuButton>
    </div>
  );
}

/** Shows a value of the row with its actions. */
type ShowValue = (field: Field, shown: ReactNode) => ReactNode;

interface PartProps {
  row: ActivityRow;
  value: ShowValue;
}

function When({ at, filters, onFilter }: { at: number } & Pick<StoryProps, 'filters' | 'onFilter'>) {
  return (
    <span className={styles.value}>
      <span className={styles.shown}>{exactSecond(at)}</span>
      <span className={styles.choice}>
        <Choice label="Show only calls up to this one" onClick={() => onFilter({ ...filters, until: at + 1 })}>
          <ArrowDownToLine size={13} />
        </Choice>
        <Choice label="Show only calls from this one on" onClick={() => onFilter({ ...filters, since: at })}>
          <ArrowUpToLine size={13} />
        </Choice>
      </span>
    </span>
  );
}

function CallFacts({ row, value }: PartProps) {
  return (
    <>
      <Fact name="Tool">{value('tool', row.tool)}</Fact>
      <Fact name="Outcome">
        {value('outcome', row.outcome === 'ok' ? <Outcome row={row} /> : `${row.status} ${codeWords(row.outcome)}`)}
      </Fact>
      {row.reason !== null && <Fact name="Reason">{value('reason', <Outcome row={row} />)}</Fact>}
      {row.count > 1 && <Fact name="Calls">{number(row.count)} similar calls in this minute</Fact>}
      <Fact name="Duration">{duration(row.durationMicros)}</Fact>
      <Fact name="Sizes">
        {number(row.argumentBytes)} bytes in, {number(row.resultBytes)} out
      </Fact>
    </>
  );
}

function WhoFacts({ row, value, names }: PartProps & { names: Names }) {
  return (
    <>
      <Fact name={row.agentId === null ? 'Person' : 'Agent'}>
        {value(row.agentId === null ? 'personId' : 'agentId', <Who row={row} names={names} />)}
      </Fact>
      {row.agentId !== null && <Fact name="Works for">{value('personId', names.person(row.personId) ?? 'Removed person')}</Fact>}
      {row.keyId !== null && <Fact name="Key">{value('keyId', names.key(row.keyId) ?? <Identifier id={row.keyId} />)}</Fact>}
      {row.agentName !== null && <Fact name="Client name">{row.agentName}</Fact>}
      <Fact name="Entrance">{value('entrance', <Entrance entrance={row.entrance} />)}</Fact>
      {row.sdk !== null && <Fact name="SDK">{value('sdk', row.sdk)}</Fact>}
      {row.client !== null && row.client !== row.sdk && <Fact name="Client">{value('client', clientWords(row))}</Fact>}
    </>
  );
}

/** A browser in words, as under Account. Programs are named as they name themselves. */
const clientWords = ({ entrance, client }: ActivityRow) => (entrance === 'console' ? browserName(client ?? '') : client);

function AboutFacts({ row, value }: PartProps) {
  return (
    <>
      {row.itemId !== null && <Fact name={typeName(row.itemType)}>{value('itemId', <NamedItem row={row} itemId={row.itemId} />)}</Fact>}
      <MadeVersions row={row} />
      {row.service !== null && <Fact name="Service">{value('service', row.service)}</Fact>}
      {row.serviceTool !== null && <Fact name="Service tool">{value('serviceTool', row.serviceTool)}</Fact>}
      {row.connectionId !== null && <Fact name="Connected service">{value('connectionId', <Identifier id={row.connectionId} />)}</Fact>}
      {row.serviceMicros !== null && (
        <Fact name="Service time">
          {duration(row.serviceMicros)}, Gatehouse {duration(Math.max(0, row.durationMicros - row.serviceMicros))}
        </Fact>
      )}
    </>
  );
}

const typeName = (type: string | null) => Object.entries(typeNames).find(([one]) => one === type)?.[1] ?? sentenceCase(type ?? 'item');

/** The item by its name, with the way to it. Its identifier if the reader does not see it. */
function NamedItem({ row: { itemType, itemName }, itemId }: { row: ActivityRow; itemId: string }) {
  const { orgId } = useMembership();
  if (!itemName) return <Identifier id={itemId} />;
  if (isOfItem({ itemType }))
    return (
      <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId }}>
        {itemName}
      </Link>
    );
  if (itemType === 'task')
    return (
      <Link to="/$orgId/tasks" params={{ orgId }} search={{ task: itemId }}>
        {itemName}
      </Link>
    );
  if (itemType === 'folder')
    return (
      <Link to="/$orgId/documents/folder/$folderId" params={{ orgId, folderId: itemId }}>
        {itemName}
      </Link>
    );
  return <>{itemName}</>;
}

/** Versions that this call made, each with its changes. */
function MadeVersions({ row }: { row: ActivityRow }) {
  const { orgId } = useMembership();
  const { requestId, itemId, outcome, tool } = row;
  const asked = { requestId, ...(itemId !== null && isOfItem(row) && { itemId }) };
  const made = useQuery({
    ...toolQuery(orgId, 'list_call_versions', asked),
    enabled: outcome === 'ok' && !onlyReads(tool),
    // The versions made by a call never change.
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  if (!made || made.versions.length === 0) return null;
  return (
    <Fact name={made.versions.length === 1 ? 'Its change' : 'Its changes'}>
      {made.versions.map(({ itemId, name, version }) => (
        <Link
          key={`${itemId} ${version}`}
          className={styles.made ?? ''}
          to="/$orgId/documents/item/$itemId"
          params={{ orgId, itemId }}
          search={{ version }}
        >
          {name}, version {number(version)}
        </Link>
      ))}
      {made.isCut && <span className={styles.dim}>and more</span>}
    </Fact>
  );
}

/** A value, with the ways to keep only rows that have it, and to leave those out. */
function Value({ field, value, filters, onFilter, children }: ValueProps) {
  const isKept = filters[field] !== undefined;
  return (
    <span className={styles.value}>
      <span className={styles.shown}>{children}</span>
      {value !== null && !isKept && (
        <span className={styles.choice}>
          <Choice label={`Show only this ${fieldNames[field]}`} onClick={() => onFilter({ ...filters, [field]: value })}>
            <CirclePlus size={13} />
          </Choice>
          <Choice label={`Hide this ${fieldNames[field]}`} onClick={() => onFilter(leaveOut(filters, field, value))}>
            <CircleMinus size={13} />
          </Choice>
        </span>
      )}
    </span>
  );
}

function Choice({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon size={24} aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

interface ValueProps {
  field: Field;
  value: string | null;
  filters: ActivityFilters;
  onFilter: (filters: ActivityFilters) => void;
  children: ReactNode;
}
