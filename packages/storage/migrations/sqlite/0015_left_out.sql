alter table connections add column left_out text;
