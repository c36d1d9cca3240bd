-- When a login method was added to an existing account. Null: at the registration, or before this migration.
alter table users
  add column email_since bigint,
  add column password_since bigint,
  add column telegram_since bigint,
  add column google_since bigint,
  -- The last Telegram account that was unlinked. It receives security notifications for a while.
  add column former_telegram_id bigint,
  add column former_telegram_until bigint;

alter table two_factors add column enabled_at bigint;

-- Wrong codes of devices that logged in before; all other devices share the columns of two_factors.
create table two_factor_devices (
  user_id uuid not null references users (id),
  device_id uuid not null,
  failures integer not null,
  locked_until bigint not null,
  primary key (user_id, device_id)
);

-- Additions to the credentials of an account, which its owner can undo once. A replaced address is restored then.
create table credential_undos (
  id uuid primary key,
  user_id uuid not null references users (id),
  change text not null check (change in ('2fa', 'email', 'password', 'telegram', 'google')),
  device text not null check (length(device) <= 64),
  ip_masked text not null check (length(ip_masked) <= 64),
  former_email text,
  former_email_confirmed boolean not null,
  at bigint not null,
  expires_at bigint not null,
  used_at bigint
);

create index credential_undos_user_id on credential_undos (user_id);
create index credential_undos_expires_at on credential_undos (expires_at);
create index credential_undos_former_email on credential_undos (former_email) where former_email is not null;

-- `subject_id` is the addition that an email is about. Links use the configured address of the server.
alter table email_queue
  drop column origin,
  add column subject_id uuid,
  drop constraint mail_queue_kind_check,
  drop constraint mail_queue_kind_user_id_email_key,
  add constraint email_queue_kind_check check (kind in ('confirm', 'reset', 'added', 'undone')),
  add constraint email_queue_unique unique nulls not distinct (kind, user_id, email, subject_id);

-- `chat` is set for security notifications: a chat linked later must not receive them.
alter table notifications
  add column chat bigint,
  drop constraint notices_kind_check,
  drop constraint notices_about_key,
  add constraint notifications_kind_check check (kind in ('order_filled', 'sign_in', 'added', 'undone')),
  add constraint notifications_subject unique (kind, subject_id);

-- Hashes of used init data and of the device that used it first.
create table used_init_data (
  hash bytea primary key check (octet_length(hash) = 32),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  used_at bigint not null
);

create index used_init_data_used_at on used_init_data (used_at);
