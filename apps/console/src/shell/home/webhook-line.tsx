import { Link } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './home.module.css';
import { NewsLine } from './news-line.tsx';
import { type Webhook, webhookFault } from './webhook-fault.ts';

export function WebhookLine({ webhook }: { webhook: Webhook }) {
  const { orgId } = useMembership();
  const fault = webhookFault(webhook, Date.now());
  if (!fault) return null;
  return (
    <NewsLine who={webhook.name} {...(fault.at !== undefined && { at: fault.at })}>
      <Link to="/$orgId/settings" params={{ orgId }}>
        {webhook.url}
      </Link>{' '}
      <span className={styles.dim}>{fault.words}</span>
    </NewsLine>
  );
}
