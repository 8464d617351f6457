create table passkeys (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports json not null,
  name text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint
);

create index passkeys_of_account on passkeys (account_id);

-- What a passkey has to sign: a row goes when it is used.
create table passkey_challenges (
  id text collate "C" primary key,
  hash bytea not null unique,
  account_id text collate "C",
  guess_id text collate "C",
  created_at bigint not null,
  expires_at bigint not null
);

create index passkey_challenges_by_end on passkey_challenges (expires_at);
