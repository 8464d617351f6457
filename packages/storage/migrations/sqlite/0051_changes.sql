-- Everything that happens to items, folders and tasks beside their bodies, with values. What was kept of items before has none.
create table changes (
  org_id text not null,
  subject_id text not null,
  number integer not null,
  what text not null,
  fields_before text,
  fields_after text,
  moved_from text,
  moved_to text,
  version integer not null,
  at integer not null,
  person_id text,
  agent_id text,
  key_id text,
  entrance text,
  request_id text,
  trace_id text,
  primary key (org_id, subject_id, number)
) strict;
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
alter table versions add column request_id text;
alter table versions add column trace_id text;
