import { maxServiceAddress, maxWebhookName, type WebhookEvent, webhookEvents } from '@gatehouse/domain';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { openForm } from '../../kernel/keyboard/bindings.ts';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './settings.module.css';

/** Names of webhook events. */
export const eventNames = {
  'item.changed': 'Documents, files and skills',
  'folder.changed': 'Folders',
  'task.changed': 'Tasks',
  'comment.created': 'New comments',
  'review.requested': 'Changes waiting for a review',
  'review.decided': 'Decisions about changes',
  'call.refused': 'Refused calls',
  'tool.held': 'Tools on hold',
};

/** Asks where to send which events, and shows the secret once. */
export function CreateWebhook({ onCreated }: { onCreated: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    setOpen(false);
  };
  if (secret !== undefined) return <NewSecret secret={secret} onDone={close} />;
  if (isOpen) {
    const take = async (made: string) => {
      setSecret(made);
      await onCreated();
    };
    return <WebhookForm onSecret={take} onClose={close} />;
  }
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        Create webhook
      </Button>
    </div>
  );
}

interface WebhookFormProps {
  onSecret: (secret: string) => Promise<void>;
  onClose: () => void;
}

function WebhookForm({ onSecret, onClose }: WebhookFormProps) {
  const { orgId } = useMembership();
  const form = useForm({ name: '', url: '', events: [...webhookEvents] as WebhookEvent[] }, async (values) => {
    const { secret } = await call(orgId, 'create_webhook', values);
    await onSecret(secret);
  });
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    form.set(
      'events',
      webhookEvents.filter((one) => (one === event ? isChosen : form.values.events.includes(one))),
    );
  return (
    <form onSubmit={form.onSubmit} onKeyDown={({ key }) => key === 'Escape' && onClose()} {...{ [openForm]: true }}>
      <TextInput label="Webhook name" required autoFocus maxLength={maxWebhookName} {...form.text('name')} />
      <TextInput
        label="Receiver address"
        description="For example https://hooks.example.com/gatehouse"
        type="url"
        required
        maxLength={maxServiceAddress}
        {...form.text('url')}
      />
      <div role="group" aria-label="Events" className={styles.events}>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventNames[event]}
            checked={form.values.events.includes(event)}
            onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
          />
        ))}
      </div>
      <Fault text={form.fault} />
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={form.isSending} disabled={form.values.events.length === 0}>
          Create
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const news = useFocusHere<HTMLDivElement>();
  return (
    <div {...news} role="status">
      <p className={styles.note}>Copy the secret now. You won't see it again.</p>
      <CodeBlock text={secret} what="Secret" />
      <Button variant="default" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
