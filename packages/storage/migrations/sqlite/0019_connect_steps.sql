create table connect_steps (
  id text primary key,
  is_known integer not null,
  payload text not null,
  created_at integer not null
) strict;
