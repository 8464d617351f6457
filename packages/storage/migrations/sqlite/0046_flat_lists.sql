-- Each of these looks was a walk through all rows of the organization: SQLite took the primary key, which gives the order too.
drop index items_name;
create index items_name on items (org_id, name, id);
drop index keys_agent;
create index keys_agent on keys (org_id, agent_id, id);
create index items_kind_newest on items (org_id, type, kind, updated_at desc, id desc) where deleted_at is null;
create index tasks_status on tasks (org_id, status, due_order, number desc);
create index tasks_assignee on tasks (org_id, assignee, due_order, number desc);
create index folders_owner on folders (org_id, owner_id);
create index tasks_status_created on tasks (org_id, status, id);
create index tasks_assignee_created on tasks (org_id, assignee, id);
create index keys_person on keys (org_id, person_id);
