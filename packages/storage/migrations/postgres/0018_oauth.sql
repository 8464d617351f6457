create table oauth_clients (
  id text collate "C" primary key,
  metadata json not null,
  address bytea,
  created_at bigint not null,
  used_at bigint
);

create index oauth_clients_by_address on oauth_clients (address, created_at);

create table oauth_records (
  id text collate "C" primary key,
  hash bytea not null unique,
  model text collate "C" not null,
  org_id text collate "C",
  key_id text collate "C",
  payload json not null,
  created_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint
);

create index oauth_records_of_grant on oauth_records (org_id, key_id);
create index oauth_records_by_end on oauth_records (expires_at);

create table oauth_seeds (
  id text collate "C" primary key,
  seed bytea not null,
  created_at bigint not null
);
