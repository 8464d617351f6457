-- Tasks count their changes, and say when they became done: of older ones the last change is the best that is known.
alter table tasks add column version_count integer not null default 1;
alter table tasks add column done_at integer;
update tasks set done_at = updated_at where status = 'done';
