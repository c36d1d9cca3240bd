-- When a pair was listed, in milliseconds since 1970. Of those listed in a part of the journal that is gone, nothing.
create table listings (
  pair_id integer primary key,
  at bigint not null
);
