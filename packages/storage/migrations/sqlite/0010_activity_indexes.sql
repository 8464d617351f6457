-- The log of one person and of one key, newest first: whoever looks at it looks through no other rows.
create index activity_person on activity (org_id, person_id, id);
create index activity_key on activity (org_id, key_id, id) where key_id is not null;
