-- Tasks count their changes, and say when they became done: of older ones the last change is the best that is known.
alter table tasks add column version_count bigint not null default 1;
alter table tasks add column done_at bigint;
update tasks set done_at = updated_at where status = 'done';
