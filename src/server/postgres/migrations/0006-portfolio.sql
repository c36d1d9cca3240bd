-- What a user did in every trade. Price in ticks, quantity in lots, total and fee in units.
create table fills (
  trade_id bigint not null,
  order_id bigint not null,
  user_id uuid not null,
  pair_id integer not null,
  side text not null check (side in ('buy', 'sell')),
  role text not null check (role in ('maker', 'taker')),
  price numeric(38, 0) not null,
  quantity numeric(38, 0) not null,
  total numeric(38, 0) not null,
  fee numeric(38, 0) not null check (fee >= 0),
  at bigint not null,
  primary key (trade_id, order_id)
);

create index fills_of_user on fills (user_id, trade_id desc);
create index fills_of_user_in_pair on fills (user_id, pair_id, trade_id desc);

-- What a user has of a currency, what it cost, and what of it came from outside: in units, the latter two of USDT.
create table positions (
  user_id uuid not null,
  currency_id integer not null,
  amount numeric(38, 0) not null check (amount >= 0),
  cost numeric(38, 0) not null check (cost >= 0),
  credited numeric(38, 0) not null,
  primary key (user_id, currency_id)
);

-- The same as each quarter of an hour in which it changed left it; `start` in milliseconds since 1970.
create table position_history (
  user_id uuid not null,
  currency_id integer not null,
  start bigint not null,
  amount numeric(38, 0) not null,
  credited numeric(38, 0) not null,
  primary key (user_id, currency_id, start)
);

-- What came from outside is worth its price of the moment: the price every pair last traded at, in ticks.
create table last_prices (
  pair_id integer primary key,
  price numeric(38, 0) not null
);
