-- Calls that their agents may repeat under an idempotency key, and what was answered, for a day.
create table idempotent_calls (
  org_id text not null,
  agent_id text not null,
  tool text not null,
  call_key text not null,
  arguments_hash blob not null,
  state text not null,
  runs_until integer,
  status integer,
  answer blob,
  sealed_with text,
  item_type text,
  item_id text,
  at integer not null,
  primary key (org_id, agent_id, tool, call_key)
) strict;
create index idempotent_calls_time on idempotent_calls (at);
