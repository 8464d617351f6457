-- Comments on documents, files, skills and tasks (D74).
create table comments (
  org_id text not null,
  id text not null,
  subject_id text not null,
  answer_to text,
  body text not null,
  quote text,
  quote_start integer,
  mentions text not null,
  person_id text not null,
  agent_id text,
  entrance text not null,
  request_id text,
  created_at integer not null,
  edited_at integer,
  resolved_at integer,
  resolved_by text,
  resolved_by_agent text,
  primary key (org_id, id)
) strict;
create index comments_of_subject on comments (org_id, subject_id, id);
create index comments_of_agent on comments (org_id, agent_id, created_at) where agent_id is not null;
