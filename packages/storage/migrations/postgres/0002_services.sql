create table connections (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service text collate "C" not null,
  name text collate "C" not null,
  label text collate "C",
  visibility text collate "C" not null,
  owner_id text collate "C" not null,
  kind text collate "C" not null,
  config json not null,
  status text collate "C" not null,
  status_note text collate "C",
  hold_new boolean not null,
  revision bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  catalogue_at bigint,
  primary key (org_id, id)
);

create table connection_secrets (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  field text collate "C" not null,
  key_id text collate "C" not null,
  sealed bytea not null,
  primary key (org_id, connection_id, field)
);

create table service_tools (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  name text collate "C" not null,
  title text collate "C",
  description text collate "C" not null,
  input_schema json not null,
  output_schema json,
  annotations json,
  binding json,
  mode text collate "C" not null,
  marked_mode text collate "C",
  marked_by text collate "C",
  definition_hash text collate "C" not null,
  approved_hash text collate "C",
  held_for text collate "C",
  approved_definition json,
  search_text text collate "C" not null,
  changed_at bigint not null,
  removed_at bigint,
  primary key (org_id, connection_id, name)
);

create index connections_service on connections (org_id, service, updated_at desc, id desc);
create index connection_secrets_key on connection_secrets (key_id);
