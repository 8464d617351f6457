-- Calls that their agents may repeat under an idempotency key, and what was answered, for a day.
create table idempotent_calls (
  org_id text collate "C" not null,
  agent_id text collate "C" not null,
  tool text collate "C" not null,
  call_key text collate "C" not null,
  arguments_hash bytea not null,
  state text collate "C" not null,
  runs_until bigint,
  status bigint,
  answer bytea,
  sealed_with text collate "C",
  item_type text collate "C",
  item_id text collate "C",
  at bigint not null,
  primary key (org_id, agent_id, tool, call_key)
);
create index idempotent_calls_time on idempotent_calls (at);
