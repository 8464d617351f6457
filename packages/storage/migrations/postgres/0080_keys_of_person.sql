-- A page of one person's keys was a walk through all keys of the organization in their order.
drop index keys_person;
create index keys_person on keys (org_id, person_id, id);
