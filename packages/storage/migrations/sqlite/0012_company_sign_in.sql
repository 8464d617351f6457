create table company_identities (
  id text primary key,
  issuer text not null,
  subject text not null,
  account_id text not null,
  email text,
  created_at integer not null,
  unique (issuer, subject)
) strict;

create index company_identities_of_account on company_identities (account_id);

create table company_sign_ins (
  id text primary key,
  hash blob not null unique,
  browser blob not null,
  account_id text,
  link_id text,
  created_at integer not null,
  expires_at integer not null
) strict;

create table allowed_domains (
  org_id text not null,
  domain text not null,
  created_at integer not null,
  primary key (org_id, domain)
) strict;

create index allowed_domains_by_domain on allowed_domains (domain);
