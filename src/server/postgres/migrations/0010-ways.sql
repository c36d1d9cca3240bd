-- Whoever comes by Google is known by the issuer and its name for them, with a space between. An address is confirmed
-- when its owner opened a link that was sent there, or when Google says that it is theirs.
alter table users
  add column google_sub text unique,
  drop constraint users_way_in,
  add constraint users_way_in check (
    telegram_id is not null or google_sub is not null or (email is not null and password_hash is not null)
  ),
  add constraint users_confirmed_email check (not email_confirmed or email is not null);

-- What the links of letters end in. Only hashes are kept; a newer link of a kind ends the older one.
create table email_links (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('confirm', 'reset')),
  email text not null,
  expires_at bigint not null,
  unique (user_id, kind)
);

create index email_links_expires_at on email_links (expires_at);

-- Letters that are still to be sent. Their links are made when they are sent, so nothing in here opens anything. Who
-- forgot a password is looked up then as well: a request about an unknown address costs what one about a known one does.
create table mail_queue (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('confirm', 'reset')),
  email text not null,
  user_id uuid references users (id),
  origin text not null,
  due_at bigint not null,
  attempts integer not null default 0,
  unique nulls not distinct (kind, user_id, email)
);

create index mail_queue_due_at on mail_queue (due_at);
