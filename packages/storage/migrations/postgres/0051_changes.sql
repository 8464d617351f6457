-- Everything that happens to items, folders and tasks beside their bodies, with values. What was kept of items before has none.
create table changes (
  org_id text collate "C" not null,
  subject_id text collate "C" not null,
  number bigint not null,
  what text collate "C" not null,
  fields_before json,
  fields_after json,
  moved_from text collate "C",
  moved_to text collate "C",
  version bigint not null,
  at bigint not null,
  person_id text collate "C",
  agent_id text collate "C",
  key_id text collate "C",
  entrance text collate "C",
  request_id text collate "C",
  trace_id text collate "C",
  primary key (org_id, subject_id, number)
);
insert into changes (org_id, subject_id, number, what, version, at, person_id, agent_id, key_id)
select org_id, item_id, number, what, version, at, person_id, agent_id, key_id from item_changes;
drop index item_changes_time;
drop index item_changes_key;
drop index item_changes_agent;
drop index item_changes_person;
drop table item_changes;
create index changes_time on changes (org_id, at, subject_id, number);
create index changes_key on changes (org_id, key_id, at, subject_id, number) where key_id is not null;
create index changes_agent on changes (org_id, agent_id, at, subject_id, number) where agent_id is not null;
create index changes_person on changes (org_id, person_id, at, subject_id, number) where person_id is not null;
-- What came into a folder and out of it, the latest first.
create index changes_moved_from on changes (org_id, moved_from, at, subject_id) where moved_from is not null;
create index changes_moved_to on changes (org_id, moved_to, at, subject_id) where moved_to is not null;
-- The call that made a version, and the trace that it was made for.
alter table versions add column request_id text collate "C";
alter table versions add column trace_id text collate "C";
