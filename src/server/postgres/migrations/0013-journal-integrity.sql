-- The hash of each journal row, so that an append can require the row before it, and a changed last row is detected.
-- Rows from before this migration have none, except the last one: the first append needs it.
alter table journal
  add column hash bytea check (octet_length(hash) between 8 and 64),
  -- 1: SHA-256 of the row.
  add column hash_kind smallint check (hash_kind >= 1),
  add constraint journal_hash_has_kind check ((hash is null) = (hash_kind is null));

update journal set
  hash_kind = 1,
  hash = sha256(
    convert_to(batch || '/' || first_seq || '/' || last_seq || '/' || format || '/' || rules || '/', 'UTF8')
      || prev_hash || event_hash || payload
  )
where batch = (select max(batch) from journal);

-- The oldest row that the journal must have: a truncation stores it, so that other missing rows are detected.
alter table journal_identity add column first_batch bigint not null default 1 check (first_batch >= 1);
update journal_identity set first_batch = coalesce((select min(batch) from journal), 1);

-- The journal that the read model was written from.
alter table projection_positions add column journal uuid;
update projection_positions set journal = (select id from journal_identity);
alter table snapshots add column journal uuid;
update snapshots set journal = (select id from journal_identity);
