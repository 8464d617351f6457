create table organizations (
  id text collate "C" primary key,
  number bigint not null unique,
  name text collate "C" not null,
  task_count bigint not null,
  created_at bigint not null
);

create table people (
  org_id text collate "C" not null,
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  role text collate "C" not null,
  created_at bigint not null,
  removed_at bigint,
  primary key (org_id, id)
);

create table agents (
  org_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  name text collate "C" not null,
  created_at bigint not null,
  primary key (org_id, id)
);

create table keys (
  org_id text collate "C" not null,
  id text collate "C" not null,
  agent_id text collate "C" not null,
  person_id text collate "C" not null,
  name text collate "C",
  hash bytea not null unique,
  prefix text collate "C" not null,
  access text collate "C" not null,
  scopes json not null,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  primary key (org_id, id)
);

-- One row is rewritten with every call: room on its page keeps the rewrite out of the index.
create table call_slots (
  key_id text collate "C" primary key,
  times bigint[] not null
) with (fillfactor = 50);

create table folders (
  org_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  owner_id text collate "C" not null,
  visibility text collate "C" not null,
  created_at bigint not null,
  primary key (org_id, id)
);

create table folder_shares (
  org_id text collate "C" not null,
  folder_id text collate "C" not null,
  person_id text collate "C" not null,
  created_at bigint not null,
  primary key (org_id, folder_id, person_id)
);

create table items (
  org_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  name text collate "C" not null,
  folder_id text collate "C",
  kind text collate "C" not null,
  mime_type text collate "C" not null,
  size_bytes bigint not null,
  total_lines bigint,
  description text collate "C",
  tags json not null,
  is_system boolean not null,
  is_agent_memory boolean not null,
  version_count bigint not null,
  whole_version bigint,
  last_change text collate "C" not null,
  search_row bigint unique,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  deleted_by text collate "C",
  primary key (org_id, id)
);

create table texts (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  body text collate "C" not null,
  primary key (org_id, item_id)
);

create table versions (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  number bigint not null,
  base bigint,
  packed bytea,
  blob_id text collate "C",
  sha256 bytea not null,
  size_bytes bigint not null,
  kind text collate "C" not null,
  mime_type text collate "C" not null,
  summary text collate "C" not null,
  at bigint not null,
  person_id text collate "C",
  agent_id text collate "C",
  key_id text collate "C",
  entrance text collate "C" not null,
  sdk text collate "C",
  agent_name text collate "C",
  primary key (org_id, item_id, number)
);

create table blobs (
  id text collate "C" primary key,
  org_id text collate "C" not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  created_at bigint not null
);

create table blob_chunks (
  blob_id text collate "C" not null,
  number bigint not null,
  data bytea not null,
  primary key (blob_id, number)
);

create table import_paths (
  org_id text collate "C" not null,
  path text collate "C" not null,
  item_id text collate "C" not null,
  primary key (org_id, path)
);

create table tasks (
  org_id text collate "C" not null,
  id text collate "C" not null,
  number bigint not null,
  title text collate "C" not null,
  status text collate "C" not null,
  is_open boolean not null,
  assignee text collate "C",
  due_at bigint,
  due_order bigint not null,
  notes text collate "C",
  source text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (org_id, id)
);

create table activity (
  id bigserial primary key,
  at bigint not null,
  org_id text collate "C" not null,
  person_id text collate "C",
  agent_id text collate "C",
  key_id text collate "C",
  entrance text collate "C" not null,
  sdk_name text collate "C",
  sdk_version text collate "C",
  client text collate "C",
  agent_name text collate "C",
  tool text collate "C" not null,
  item_type text collate "C",
  item_id text collate "C",
  outcome text collate "C" not null,
  reason text collate "C",
  status bigint not null,
  duration_micros bigint not null,
  request_id text collate "C" not null,
  trace_id text collate "C",
  argument_bytes bigint not null,
  result_bytes bigint not null,
  count bigint not null,
  folded_minute bigint,
  service text collate "C",
  connection_id text collate "C",
  service_tool text collate "C",
  service_micros bigint
);

create unique index people_email on people (org_id, email);
create index agents_person on agents (org_id, person_id);
create index keys_agent on keys (org_id, agent_id);
create index folders_name on folders (org_id, name, id);
create index folder_shares_person on folder_shares (org_id, person_id);
-- Partial, and not led by deleted_at as on SQLite: "is null" on a column keeps Postgres from using the order of those after it.
create index items_newest on items (org_id, type, updated_at desc, id desc) where deleted_at is null;
create index items_folder on items (org_id, folder_id, type, updated_at desc, id desc) where deleted_at is null;
create index items_search on items (org_id, search_row desc) where deleted_at is null;
create index items_name on items (org_id, name);
create index items_trash on items (deleted_at) where deleted_at is not null;
create index blobs_org on blobs (org_id);
create unique index tasks_number on tasks (org_id, number);
create index tasks_open on tasks (org_id, is_open, due_order, number desc);
create index tasks_order on tasks (org_id, due_order, number desc);
create index activity_org on activity (org_id, id);
-- Numbers are given before their row is committed, so a row can appear before one that was there: who follows the log reads up to
-- the oldest transaction that is still open.
alter table activity add column written_by xid8 not null default pg_current_xact_id();
create unique index activity_folded on activity (key_id, folded_minute) where folded_minute is not null;

-- What is stored here is compressed already.
alter table versions alter column packed set storage external;
alter table blob_chunks alter column data set storage external;

-- Folded names, tags and bodies under the item's search row, in the same form as in SQLite's index.
create extension if not exists pg_trgm;
create sequence search_rows;
create table search_entries (
  search_row bigint primary key,
  name text collate "C" not null,
  tags text collate "C" not null,
  body text collate "C" not null
);
create index search_entries_name on search_entries using gin (name gin_trgm_ops);
create index search_entries_tags on search_entries using gin (tags gin_trgm_ops);
create index search_entries_body on search_entries using gin (body gin_trgm_ops);
