-- Addresses that are told what happens, and work that one process does at a time.
create table webhooks (
  org_id text not null,
  id text not null,
  person_id text not null,
  name text not null,
  url text not null,
  events text not null,
  status text not null,
  stop_reason text,
  activity_id integer not null,
  told_of_next integer not null,
  held_through integer not null,
  failures integer not null,
  failing_since integer,
  next_attempt_at integer,
  last_error text,
  delivered_at integer,
  created_at integer not null,
  primary key (org_id, id)
) strict;
create table leases (
  name text not null primary key,
  holder text not null,
  until integer not null
) strict;
