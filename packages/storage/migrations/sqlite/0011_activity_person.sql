-- Without statistics the planner takes the index of the organization before one of a person that is as wide; a partial one it takes first.
drop index activity_person;
create index activity_person on activity (org_id, person_id, id) where person_id is not null;
