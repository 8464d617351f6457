create table organizations (
  id text primary key,
  number integer not null unique,
  name text not null,
  task_count integer not null,
  created_at integer not null
) strict;

create table people (
  org_id text not null,
  id text not null,
  email text not null,
  name text not null,
  role text not null,
  created_at integer not null,
  removed_at integer,
  primary key (org_id, id)
) strict;

create table agents (
  org_id text not null,
  id text not null,
  person_id text not null,
  name text not null,
  created_at integer not null,
  primary key (org_id, id)
) strict;

create table keys (
  org_id text not null,
  id text not null,
  agent_id text not null,
  person_id text not null,
  name text,
  hash blob not null unique,
  prefix text not null,
  access text not null,
  scopes text not null,
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  last_used_at integer,
  primary key (org_id, id)
) strict;

create table call_slots (
  key_id text primary key,
  times blob not null
) strict;

create table folders (
  org_id text not null,
  id text not null,
  name text not null,
  owner_id text not null,
  visibility text not null,
  created_at integer not null,
  primary key (org_id, id)
) strict;

create table folder_shares (
  org_id text not null,
  folder_id text not null,
  person_id text not null,
  created_at integer not null,
  primary key (org_id, folder_id, person_id)
) strict;

create table items (
  org_id text not null,
  id text not null,
  type text not null,
  name text not null,
  folder_id text,
  kind text not null,
  mime_type text not null,
  size_bytes integer not null,
  total_lines integer,
  description text,
  tags text not null,
  is_system integer not null,
  is_agent_memory integer not null,
  version_count integer not null,
  whole_version integer,
  last_change text not null,
  search_row integer unique,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  deleted_by text,
  primary key (org_id, id)
) strict;

create table texts (
  org_id text not null,
  item_id text not null,
  body text not null,
  primary key (org_id, item_id)
) strict;

create table versions (
  org_id text not null,
  item_id text not null,
  number integer not null,
  base integer,
  packed blob,
  blob_id text,
  sha256 blob not null,
  size_bytes integer not null,
  kind text not null,
  mime_type text not null,
  summary text not null,
  at integer not null,
  person_id text,
  agent_id text,
  key_id text,
  entrance text not null,
  sdk text,
  agent_name text,
  primary key (org_id, item_id, number)
) strict;

create table blobs (
  id text primary key,
  org_id text not null,
  size_bytes integer not null,
  sha256 blob not null,
  created_at integer not null
) strict;

create table blob_chunks (
  blob_id text not null,
  number integer not null,
  data blob not null,
  primary key (blob_id, number)
) strict;

create table import_paths (
  org_id text not null,
  path text not null,
  item_id text not null,
  primary key (org_id, path)
) strict;

create table tasks (
  org_id text not null,
  id text not null,
  number integer not null,
  title text not null,
  status text not null,
  is_open integer not null,
  assignee text,
  due_at integer,
  due_order integer not null,
  notes text,
  source text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (org_id, id)
) strict;

create table activity (
  id integer primary key,
  at integer not null,
  org_id text not null,
  person_id text,
  agent_id text,
  key_id text,
  entrance text not null,
  sdk_name text,
  sdk_version text,
  client text,
  agent_name text,
  tool text not null,
  item_type text,
  item_id text,
  outcome text not null,
  reason text,
  status integer not null,
  duration_micros integer not null,
  request_id text not null,
  trace_id text,
  argument_bytes integer not null,
  result_bytes integer not null,
  count integer not null,
  folded_minute integer,
  service text,
  connection_id text,
  service_tool text,
  service_micros integer
) strict;

create unique index people_email on people (org_id, email);
create index agents_person on agents (org_id, person_id);
create index keys_agent on keys (org_id, agent_id);
create index folders_name on folders (org_id, name, id);
create index folder_shares_person on folder_shares (org_id, person_id);
create index items_newest on items (org_id, type, deleted_at, updated_at desc, id desc);
create index items_folder on items (org_id, folder_id, deleted_at, type, updated_at desc, id desc);
create index items_name on items (org_id, name);
create index items_trash on items (deleted_at) where deleted_at is not null;
create index blobs_org on blobs (org_id);
create unique index tasks_number on tasks (org_id, number);
create index tasks_open on tasks (org_id, is_open, due_order, number desc);
create index tasks_order on tasks (org_id, due_order, number desc);
create index activity_org on activity (org_id, id);
create unique index activity_folded on activity (key_id, folded_minute) where folded_minute is not null;

-- Folded names and tags, and folded bodies, apart: a word common in bodies must not slow a search in names.
create virtual table search_names using fts5 (name, tags, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
create virtual table search_bodies using fts5 (body, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
create virtual table search_name_terms using fts5vocab (search_names, instance);
create virtual table search_body_terms using fts5vocab (search_bodies, instance);
