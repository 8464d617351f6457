create table connections (
  org_id text not null,
  id text not null,
  service text not null,
  name text not null,
  label text,
  visibility text not null,
  owner_id text not null,
  kind text not null,
  config text not null,
  status text not null,
  status_note text,
  hold_new integer not null,
  revision integer not null,
  created_at integer not null,
  updated_at integer not null,
  catalogue_at integer,
  primary key (org_id, id)
) strict;

create table connection_secrets (
  org_id text not null,
  connection_id text not null,
  field text not null,
  key_id text not null,
  sealed blob not null,
  primary key (org_id, connection_id, field)
) strict;

create table service_tools (
  org_id text not null,
  connection_id text not null,
  name text not null,
  title text,
  description text not null,
  input_schema text not null,
  output_schema text,
  annotations text,
  binding text,
  mode text not null,
  marked_mode text,
  marked_by text,
  definition_hash text not null,
  approved_hash text,
  held_for text,
  approved_definition text,
  search_text text not null,
  changed_at integer not null,
  removed_at integer,
  primary key (org_id, connection_id, name)
) strict;

create index connections_service on connections (org_id, service, updated_at desc, id desc);
create index connection_secrets_key on connection_secrets (key_id);
