import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import panel from '../../kernel/layout/panel.module.css';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { count } from '../../kernel/words/count-words.ts';

type PersonRow = OutputOf<'list_people'>['people'][number];
type Belongings = OutputOf<'list_belongings'>;

/** Lists what stops and what stays, and asks for a successor. */
export function RemovePerson({ person, onRemoved }: { person: PersonRow; onRemoved: () => void }) {
  const { orgId, personId } = useMembership();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const belongings = useQuery({ ...toolQuery(orgId, 'list_belongings', { email: person.email }), enabled: isAsked });
  const people = useQuery({ ...allPagesQuery(orgId, 'list_people', {}), enabled: isAsked });
  const known = (people.data ?? []).flatMap((page) => page.people);
  const others = known.filter(({ id }) => id !== person.id).map(({ email, name }) => ({ value: email, label: name }));
  const ownEmail = known.find(({ id }) => id === personId)?.email;
  const form = useForm({ chosenEmail: undefined as string | undefined }, async ({ chosenEmail }) => {
    await call(orgId, 'remove_person', { email: person.email, successorEmail: chosenEmail ?? ownEmail });
    sayDone(`${person.name} removed.`);
    onRemoved();
    await queries.invalidateQueries({ queryKey: [orgId, 'list_people'] });
  });
  if (!isAsked)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        Remove {person.name}…
      </Button>
    );
  return (
    <form onSubmit={form.onSubmit} className={panel.stack}>
      {belongings.data && <p className={panel.dim}>{sayWhatEnds(person, belongings.data)}</p>}
      {belongings.data && hasAnything(belongings.data) && (
        <Select
          label={`New owner of ${sayWhatStays(belongings.data)}`}
          data={others}
          value={form.values.chosenEmail ?? ownEmail ?? null}
          onChange={(email) => form.set('chosenEmail', email ?? undefined)}
        />
      )}
      <Fault text={form.fault} />
      <Button type="submit" color="red" loading={form.isSending} disabled={!belongings.data}>
        Remove {person.name}
      </Button>
    </form>
  );
}

function sayWhatEnds({ name }: PersonRow, { goodKeys, privateConnections }: Belongings): string {
  const keys = goodKeys === 0 ? '' : ` ${count(goodKeys, 'key')} of their agents ${goodKeys === 1 ? 'stops' : 'stop'} working.`;
  const connections =
    privateConnections === 0
      ? ''
      : ` ${count(privateConnections, 'private service')} ${privateConnections === 1 ? 'is' : 'are'} disconnected.`;
  return `${name} loses access immediately.${keys}${connections} Everything they created stays.`;
}

const hasAnything = ({ folders, openTasks, connections }: Belongings) => folders + openTasks + connections > 0;

function sayWhatStays({ folders, openTasks, connections }: Belongings): string {
  const parts = [
    folders > 0 && count(folders, 'folder'),
    openTasks > 0 && count(openTasks, 'task'),
    connections > 0 && count(connections, 'service'),
  ];
  return parts.filter(Boolean).join(', ');
}
