import { maxTaskNotes, maxTaskTitle } from '@gatehouse/domain';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { readDay } from '../due/due.ts';
import { putTasks } from './known-tasks.ts';
import styles from './tasks.module.css';
import type { Assignees } from './use-assignees.ts';

const nobody = 'nobody';

export function NewTask({ assignees, onMade }: { assignees: Assignees; onMade: (taskId: string) => void }) {
  const { orgId } = useMembership();
  const { account } = useAccount();
  const queries = useQueryClient();
  const form = useForm({ title: '', notes: '', assignee: account.email, due: '' }, async ({ title, notes, assignee, due }) => {
    const given = {
      ...(notes.trim() !== '' && { notes }),
      ...(assignee !== nobody && { assignee }),
      ...(due !== '' && { dueAt: readDay(due) ?? due }),
    };
    const { taskId } = await call(orgId, 'create_task', { title, ...given });
    // Without an assignee, it goes to its creator.
    if (assignee === nobody) await call(orgId, 'update_task', { taskId, clear: ['assignee'] });
    const read = call(orgId, 'read_task', { taskId });
    // The task exists even if this tab could not load it.
    read.catch(() => queries.invalidateQueries({ queryKey: [orgId, 'browse_tasks'] }));
    putTasks(queries, orgId, [await read]);
    form.set('title', '');
    form.set('notes', '');
    onMade(taskId);
  });
  return (
    <form onSubmit={form.onSubmit} className={styles.form}>
      <TextInput label="Title" required maxLength={maxTaskTitle} autoFocus autoComplete="off" {...form.text('title')} />
      <Textarea label="Notes" rows={5} maxLength={maxTaskNotes} {...form.text('notes')} />
      <Select
        label="Assignee"
        searchable
        data={[{ value: nobody, label: 'No one' }, ...[...assignees].map(([value, label]) => ({ value, label }))]}
        value={form.values.assignee}
        onChange={(value) => value && form.set('assignee', value)}
      />
      <TextInput label="Due" type="date" {...form.text('due')} />
      <Fault text={form.fault} />
      <Button type="submit" loading={form.isSending}>
        Create task
      </Button>
    </form>
  );
}
