-- Addresses that are told what happens, and work that one process does at a time.
create table webhooks (
  org_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  name text collate "C" not null,
  url text collate "C" not null,
  events json not null,
  status text collate "C" not null,
  stop_reason text collate "C",
  activity_id bigint not null,
  told_of_next bigint not null,
  held_through bigint not null,
  failures bigint not null,
  failing_since bigint,
  next_attempt_at bigint,
  last_error text collate "C",
  delivered_at bigint,
  created_at bigint not null,
  primary key (org_id, id)
);
create table leases (
  name text collate "C" not null primary key,
  holder text collate "C" not null,
  until bigint not null
);
