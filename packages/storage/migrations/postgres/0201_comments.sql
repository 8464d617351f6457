-- Comments on documents, files, skills and tasks (D74).
create table comments (
  org_id text collate "C" not null,
  id text collate "C" not null,
  subject_id text collate "C" not null,
  answer_to text collate "C",
  body text collate "C" not null,
  quote text collate "C",
  quote_start bigint,
  mentions json not null,
  person_id text collate "C" not null,
  agent_id text collate "C",
  entrance text collate "C" not null,
  request_id text collate "C",
  created_at bigint not null,
  edited_at bigint,
  resolved_at bigint,
  resolved_by text collate "C",
  resolved_by_agent text collate "C",
  primary key (org_id, id)
);
create index comments_of_subject on comments (org_id, subject_id, id);
create index comments_of_agent on comments (org_id, agent_id, created_at) where agent_id is not null;
