-- The rows of one call, and those of one trace, in the order of their times. A version's row holds its text, so the index has what is read of it.
create index versions_request on versions (org_id, request_id, at, item_id, number) where request_id is not null;
create index changes_request on changes (org_id, request_id, at, subject_id, number) where request_id is not null;
create index versions_trace on versions (org_id, trace_id, at, item_id, number, person_id, agent_id, key_id) where trace_id is not null;
create index changes_trace on changes (org_id, trace_id, at, subject_id, number) where trace_id is not null;
