-- What happened to items between their versions: how they came into the trash and out of it, and what has no history.
create table item_changes (
  org_id text not null,
  item_id text not null,
  number integer not null,
  what text not null,
  version integer not null,
  at integer not null,
  person_id text,
  agent_id text,
  key_id text,
  primary key (org_id, item_id, number)
) strict;
create index item_changes_time on item_changes (org_id, at, item_id, number);
-- Who changed what in a time, without the rows of versions, which hold texts.
create index versions_time on versions (org_id, at, item_id, number, person_id, agent_id, key_id);
create table put_backs (
  org_id text not null,
  id text not null,
  person_id text not null,
  state text not null,
  progress text not null,
  created_at integer not null,
  primary key (org_id, id)
) strict;
create index put_backs_person on put_backs (org_id, person_id, id);
create table put_back_items (
  org_id text not null,
  put_back_id text not null,
  item_id text not null,
  plan text not null,
  outcome text,
  primary key (org_id, put_back_id, item_id)
) strict;
