create table file_objects (
  blob_id text collate "C" primary key,
  state text collate "C" not null,
  announced_at bigint not null
);

create index file_objects_removable on file_objects (state, announced_at) where state <> 'kept';
