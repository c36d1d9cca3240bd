-- Notifications are shown in the app and sent by the bot. `params` are the values of the text, which is made when it is
-- read. `due_at` is when the bot sends it; null: never. `in_app` rows are listed in the app, unread while `read_at` is
-- null. Of the kinds that are not about the user's own action a user gets one per day (UTC): `unprompted_day`.
alter table notifications rename column subject_id to about;
alter table notifications
  alter column about type text,
  drop constraint notifications_kind_check,
  drop constraint notifications_subject,
  add column params jsonb,
  add column due_at bigint,
  add column in_app boolean not null default false,
  add column read_at bigint,
  add column unprompted_day integer;
update notifications set params = jsonb_build_object('text', body), due_at = at;
alter table notifications
  alter column params set not null,
  drop column body,
  add constraint notifications_kind_check check (kind in ('order_filled', 'sign_in', 'mining_finished', 'streak_at_risk',
    'friend_joined', 'new_task', 'added', 'undone')),
  add constraint notifications_once unique (user_id, kind, about),
  add constraint notifications_one_per_day unique (user_id, unprompted_day);

drop index notifications_waiting;
create index notifications_waiting on notifications (at) where due_at is not null and claimed_at is null;
create index notifications_listed on notifications (user_id, id) where in_app;
create index notifications_unread on notifications (user_id) where in_app and read_at is null;
create index notifications_security on notifications (at) where chat is not null;

-- The kinds that the bot sends and those that the app shows. Quiet hours of the bot are minutes of the user's day.
alter table notification_settings rename column quiet_until to bot_paused_until;
alter table notification_settings
  add column bot_kinds text[] not null default '{}',
  add column app_kinds text[] not null default '{mining_finished,streak_at_risk,friend_joined}',
  add column quiet_from smallint check (quiet_from between 0 and 1439),
  add column quiet_to smallint check (quiet_to between 0 and 1439),
  add column time_zone text check (length(time_zone) <= 64),
  add constraint notification_settings_quiet check (num_nulls(quiet_from, quiet_to, time_zone) in (0, 3));
update notification_settings set bot_kinds = array_remove(
  array[case when order_filled then 'order_filled' end, case when sign_in then 'sign_in' end], null);
alter table notification_settings drop column order_filled, drop column sign_in;
