-- Somebody who came from Telegram has neither e-mail nor password.
alter table users
  alter column email drop not null,
  alter column password_hash drop not null,
  add column telegram_id bigint unique check (telegram_id > 0),
  add constraint users_way_in check (telegram_id is not null or (email is not null and password_hash is not null));

-- What the login widget signed is good once. Only hashes are kept, and only while they are young enough to be shown.
create table used_widget_data (
  hash bytea primary key check (octet_length(hash) = 32),
  used_at bigint not null
);

create index used_widget_data_used_at on used_widget_data (used_at);
