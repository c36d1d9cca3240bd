create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  referral_code integer not null unique check (referral_code between 100000000 and 999999999),
  referrer uuid references users (id),
  created_at bigint not null
);

create index users_referrer on users (referrer) where referrer is not null;

-- A family is everything that grew out of one sign-in. Only hashes are kept: whoever reads this table can sign in
-- as nobody.
create table refresh_tokens (
  hash bytea primary key check (octet_length(hash) = 32),
  family uuid not null,
  user_id uuid not null references users (id),
  parent_hash bytea,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);

create index refresh_tokens_family on refresh_tokens (family);
create index refresh_tokens_expires_at on refresh_tokens (expires_at);

create table revoked_families (
  family uuid primary key,
  user_id uuid not null references users (id),
  revoked_at bigint not null
);

-- Secrets the server makes for itself, such as the key that signs access tokens.
create table settings (
  name text primary key,
  value text not null
);
