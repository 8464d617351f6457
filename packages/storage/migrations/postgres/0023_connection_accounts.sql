-- Accounts of people at services: their tokens are secrets of the connection. And who was sent there to connect one.
create table connection_accounts (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  person_id text collate "C" not null,
  id text collate "C" not null,
  connected_by text collate "C" not null,
  label text collate "C",
  scope text collate "C",
  status text collate "C" not null,
  note text collate "C",
  revision bigint not null,
  expires_at bigint,
  connected_at bigint not null,
  claimed_at bigint,
  primary key (org_id, connection_id, person_id)
);

create index connection_accounts_of_person on connection_accounts (org_id, person_id);

create table connection_authorizations (
  id text collate "C" primary key,
  hash bytea not null unique,
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  person_id text collate "C" not null,
  session_id text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null
);
