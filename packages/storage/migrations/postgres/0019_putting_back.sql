-- What happened to items between their versions: how they came into the trash and out of it, and what has no history.
create table item_changes (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  number bigint not null,
  what text collate "C" not null,
  version bigint not null,
  at bigint not null,
  person_id text collate "C",
  agent_id text collate "C",
  key_id text collate "C",
  primary key (org_id, item_id, number)
);
create index item_changes_time on item_changes (org_id, at, item_id, number);
-- Who changed what in a time, without the rows of versions, which hold texts.
create index versions_time on versions (org_id, at, item_id, number, person_id, agent_id, key_id);
create table put_backs (
  org_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  state text collate "C" not null,
  progress json not null,
  created_at bigint not null,
  primary key (org_id, id)
);
create index put_backs_person on put_backs (org_id, person_id, id);
create table put_back_items (
  org_id text collate "C" not null,
  put_back_id text collate "C" not null,
  item_id text collate "C" not null,
  plan json not null,
  outcome text collate "C",
  primary key (org_id, put_back_id, item_id)
);
