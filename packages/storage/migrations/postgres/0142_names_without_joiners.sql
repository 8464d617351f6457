-- Names are looked for without their joiners: those that differ only in joiners are one.
drop index items_name;
create index items_name on items (org_id, (translate(name, chr(8204) || chr(8205) || chr(917602) || chr(917603) || chr(917605) || chr(917607) || chr(917612) || chr(917614) || chr(917619) || chr(917620) || chr(917623) || chr(917631), '')), id);
create index folders_bare_name on folders (org_id, (translate(name, chr(8204) || chr(8205) || chr(917602) || chr(917603) || chr(917605) || chr(917607) || chr(917612) || chr(917614) || chr(917619) || chr(917620) || chr(917623) || chr(917631), '')), id);
