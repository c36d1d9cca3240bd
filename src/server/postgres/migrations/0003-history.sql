-- How far each projection has come. A projection writes its rows and its place in one transaction.
create table projection_places (
  name text primary key,
  seq bigint not null check (seq >= 0)
);

-- Every order that ever was, as its latest event left it. Prices in ticks, volumes in lots, totals and fees in units.
create table orders (
  id bigint primary key,
  user_id uuid not null,
  pair_id integer not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('limit', 'market')),
  time_in_force text not null check (time_in_force in ('GTC', 'IOC', 'FOK')),
  post_only boolean not null,
  price numeric(38, 0),
  volume numeric(38, 0),
  total numeric(38, 0),
  filled numeric(38, 0) not null default 0 check (filled >= 0),
  filled_total numeric(38, 0) not null default 0 check (filled_total >= 0),
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  status text not null,
  client_order_id text,
  created_at bigint not null,
  updated_at bigint not null
);

-- Newest first is by id: seq and time never disagree.
create index orders_of_user on orders (user_id, id desc);
create index orders_of_user_in_pair on orders (user_id, pair_id, id desc);
