create table oauth_clients (
  id text primary key,
  metadata text not null,
  address blob,
  created_at integer not null,
  used_at integer
) strict;

create index oauth_clients_by_address on oauth_clients (address, created_at);

create table oauth_records (
  id text primary key,
  hash blob not null unique,
  model text not null,
  org_id text,
  key_id text,
  payload text not null,
  created_at integer not null,
  expires_at integer not null,
  consumed_at integer
) strict;

create index oauth_records_of_grant on oauth_records (org_id, key_id);
create index oauth_records_by_end on oauth_records (expires_at);

create table oauth_seeds (
  id text primary key,
  seed blob not null,
  created_at integer not null
) strict;
