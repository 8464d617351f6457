-- What an organization tells every agent on connecting.
alter table organizations add column house_rules text collate "C";
