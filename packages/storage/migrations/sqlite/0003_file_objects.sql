create table file_objects (
  blob_id text primary key,
  state text not null,
  announced_at integer not null
) strict;

create index file_objects_removable on file_objects (state, announced_at) where state <> 'kept';
