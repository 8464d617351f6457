create table company_identities (
  id text collate "C" primary key,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  account_id text collate "C" not null,
  email text collate "C",
  created_at bigint not null,
  unique (issuer, subject)
);

create index company_identities_of_account on company_identities (account_id);

create table company_sign_ins (
  id text collate "C" primary key,
  hash bytea not null unique,
  browser bytea not null,
  account_id text collate "C",
  link_id text collate "C",
  created_at bigint not null,
  expires_at bigint not null
);

create table allowed_domains (
  org_id text collate "C" not null,
  domain text collate "C" not null,
  created_at bigint not null,
  primary key (org_id, domain)
);

create index allowed_domains_by_domain on allowed_domains (domain);
