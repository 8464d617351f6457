create table accounts (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text,
  created_at integer not null
) strict;

alter table people add column account_id text;

create unique index people_of_account on people (account_id, org_id) where account_id is not null;

create table sessions (
  id text primary key,
  hash blob not null unique,
  account_id text not null,
  client text,
  created_at integer not null,
  seen_at integer not null,
  expires_at integer not null,
  ended_at integer
) strict;

create index sessions_of_account on sessions (account_id);

create table links (
  id text primary key,
  hash blob not null unique,
  kind text not null,
  org_id text,
  created_by text,
  account_id text,
  email text,
  name text,
  role text,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  revoked_at integer
) strict;

create index links_of_organization on links (org_id, kind) where org_id is not null;

create table guesses (
  id text primary key,
  pair blob not null,
  email blob,
  address blob,
  at integer not null
) strict;

create index guesses_by_pair on guesses (pair, at);
create index guesses_by_email on guesses (email, at) where email is not null;
create index guesses_by_address on guesses (address, at) where address is not null;
