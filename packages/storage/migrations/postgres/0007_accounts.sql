create table accounts (
  id text collate "C" primary key,
  email text collate "C" not null unique,
  name text collate "C" not null,
  password_hash text collate "C",
  created_at bigint not null
);

alter table people add column account_id text collate "C";

create unique index people_of_account on people (account_id, org_id) where account_id is not null;

create table sessions (
  id text collate "C" primary key,
  hash bytea not null unique,
  account_id text collate "C" not null,
  client text collate "C",
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);

create index sessions_of_account on sessions (account_id);

create table links (
  id text collate "C" primary key,
  hash bytea not null unique,
  kind text collate "C" not null,
  org_id text collate "C",
  created_by text collate "C",
  account_id text collate "C",
  email text collate "C",
  name text collate "C",
  role text collate "C",
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  revoked_at bigint
);

create index links_of_organization on links (org_id, kind) where org_id is not null;

create table guesses (
  id text collate "C" primary key,
  pair bytea not null,
  email bytea,
  address bytea,
  at bigint not null
);

create index guesses_by_pair on guesses (pair, at);
create index guesses_by_email on guesses (email, at) where email is not null;
create index guesses_by_address on guesses (address, at) where address is not null;
