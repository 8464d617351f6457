create table connect_steps (
  id text collate "C" primary key,
  is_known boolean not null,
  payload json not null,
  created_at bigint not null
);
