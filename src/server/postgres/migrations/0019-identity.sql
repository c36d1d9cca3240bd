-- The newest result of the identity check of each user. `provider_time` orders the results by the provider's own clock.
-- `applied_at` is null until the engine has the level that follows from the result.
create table verifications (
  user_id uuid primary key references users (id),
  provider text not null check (provider in ('sumsub', 'play')),
  -- The provider's id of the person, who can verify one account only.
  applicant_id text not null unique,
  status text not null check (status in ('none', 'pending', 'approved', 'retry', 'rejected')),
  -- The provider's sentence for the user.
  reason text,
  provider_time bigint not null,
  updated_at bigint not null,
  applied_at bigint
);

create index verifications_to_apply on verifications (user_id) where applied_at is null;

-- A new kind, on by default in the app.
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('order_filled', 'sign_in', 'deposit_received',
    'withdrawal_sent', 'identity_checked', 'mining_finished', 'streak_at_risk', 'friend_joined', 'new_task', 'added',
    'undone'));
update notification_settings set app_kinds = app_kinds || '{identity_checked}';
alter table notification_settings
  alter column app_kinds set default
    '{deposit_received,withdrawal_sent,identity_checked,mining_finished,streak_at_risk,friend_joined}';
