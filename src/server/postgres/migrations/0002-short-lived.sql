-- What users have begun and must finish within minutes: sign-ins that wait for a code, set-ups of two-factor authentication,
-- counters of password attempts. The next server goes on with them; backups leave the table out.
create table short_lived (
  kind text not null check (octet_length(kind) <= 50),
  -- HMAC-SHA256 of a token, a session or a name.
  key bytea not null check (octet_length(key) = 32),
  -- Encrypted for this kind and key.
  value bytea not null check (octet_length(value) <= 4000),
  expires_at bigint not null,
  primary key (kind, key)
);

create index short_lived_expires_at on short_lived (expires_at);
