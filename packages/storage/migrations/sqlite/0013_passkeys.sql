create table passkeys (
  id text primary key,
  account_id text not null,
  credential_id blob not null unique,
  public_key blob not null,
  counter integer not null,
  transports text not null,
  name text not null,
  created_at integer not null,
  last_used_at integer
) strict;

create index passkeys_of_account on passkeys (account_id);

-- What a passkey has to sign: a row goes when it is used.
create table passkey_challenges (
  id text primary key,
  hash blob not null unique,
  account_id text,
  guess_id text,
  created_at integer not null,
  expires_at integer not null
) strict;

create index passkey_challenges_by_end on passkey_challenges (expires_at);
