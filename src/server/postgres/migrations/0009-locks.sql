-- What guards an account. `locks_version` moves with every change of a lock: a sign-in that began before ends nowhere.
alter table users
  add column username text check (length(username) <= 32),
  add column lang_code text check (length(lang_code) <= 35),
  add column platform text check (length(platform) <= 35),
  add column email_confirmed boolean not null default false,
  add column password_changed_at bigint,
  add column withdraw_hold_until bigint,
  add column locks_version integer not null default 0;

-- `secret` is sealed, and null until the second factor is on. `last_step` is the newest half minute a code was taken
-- of. Wrong codes are counted here, because a lock must outlive a restart.
create table two_factors (
  user_id uuid primary key references users (id),
  secret bytea,
  last_step bigint not null default 0,
  failures integer not null default 0,
  locked_until bigint not null default 0
);

-- Hashes of eighty random bits and whose they are; each is deleted by its use.
create table recovery_codes (
  user_id uuid not null references users (id),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (user_id, hash)
);

-- One row a family of refresh tokens.
create table sign_ins (
  family uuid primary key,
  user_id uuid not null references users (id),
  way text not null check (way in ('email', 'telegram', 'google')),
  device text not null check (length(device) <= 64),
  ip_masked text not null check (length(ip_masked) <= 64),
  created_at bigint not null,
  last_seen_at bigint not null
);

create index sign_ins_of_user on sign_ins (user_id, created_at desc);
create index sign_ins_created_at on sign_ins (created_at);

insert into sign_ins (family, user_id, way, device, ip_masked, created_at, last_seen_at)
select t.family, t.user_id, case when u.email is null then 'telegram' else 'email' end, 'Unknown device', 'unknown',
  min(t.created_at), max(t.created_at)
from refresh_tokens t join users u on u.id = t.user_id
group by t.family, t.user_id, u.email;

create table login_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  at bigint not null,
  way text not null check (way in ('email', 'telegram', 'google')),
  device text not null check (length(device) <= 64),
  ip_masked text not null check (length(ip_masked) <= 64),
  outcome text not null check (outcome in ('signed_in', 'code_asked', 'wrong_password', 'wrong_code', 'locked'))
);

create index login_attempts_of_user on login_attempts (user_id, id desc);
create index login_attempts_at on login_attempts (at);
