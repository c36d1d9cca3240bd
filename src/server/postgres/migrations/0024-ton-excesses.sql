-- Who said that the jettons of a payment on TON arrived. True is only what the jetton wallet of the receiver says.
create table ton_excesses (
  payment_id bigint not null references payments (id),
  sender text not null,
  primary key (payment_id, sender)
);
