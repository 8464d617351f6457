-- What has changed last, open and closed tasks apart: of those there are more and more.
create index tasks_changed on tasks (org_id, is_open, updated_at desc, id desc);
