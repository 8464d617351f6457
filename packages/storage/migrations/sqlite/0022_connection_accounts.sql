-- Accounts of people at services: their tokens are secrets of the connection. And who was sent there to connect one.
create table connection_accounts (
  org_id text not null,
  connection_id text not null,
  person_id text not null,
  id text not null,
  connected_by text not null,
  label text,
  scope text,
  status text not null,
  note text,
  revision integer not null,
  expires_at integer,
  connected_at integer not null,
  claimed_at integer,
  primary key (org_id, connection_id, person_id)
) strict;

create index connection_accounts_of_person on connection_accounts (org_id, person_id);

create table connection_authorizations (
  id text primary key,
  hash blob not null unique,
  org_id text not null,
  connection_id text not null,
  person_id text not null,
  session_id text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
