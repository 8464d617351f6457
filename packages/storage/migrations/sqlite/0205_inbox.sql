-- What each person has read in their inbox (D86), and what finds its entries.
create table inbox_reads (
  org_id text not null,
  subject_id text not null,
  person_id text not null,
  read_through integer not null,
  marked_at integer not null,
  primary key (org_id, subject_id, person_id)
) strict;
create index inbox_reads_person on inbox_reads (org_id, person_id);
create index items_waiting_newest on items (org_id, coalesce(deleted_at, updated_at), id) where waits_since is not null;
create index comments_to_others on comments (org_id, id) where answer_to is not null or mentions <> '[]';
create index tasks_assigned on tasks (org_id, assignee, updated_at desc, id desc) where is_open = 1;
create index service_tools_held on service_tools (org_id, connection_id, changed_at) where held_for is not null;
