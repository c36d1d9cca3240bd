-- Renames tables and columns to standard names. No data changes.
alter table projection_places rename to projection_positions;

alter table users rename column locks_version to credentials_version;
alter table users rename constraint users_way_in to users_has_login_method;

alter table sign_ins rename to sessions;
alter table sessions rename column family to id;
alter table sessions rename column way to login_method;
alter index sign_ins_of_user rename to sessions_of_user;
alter index sign_ins_created_at rename to sessions_created_at;

alter table refresh_tokens rename column family to session_id;
alter index refresh_tokens_family rename to refresh_tokens_session_id;

alter table revoked_families rename to revoked_sessions;
alter table revoked_sessions rename column family to session_id;

alter table login_attempts rename column way to login_method;

alter table email_links rename to email_tokens;
alter index email_links_expires_at rename to email_tokens_expires_at;

alter table mail_queue rename to email_queue;
alter index mail_queue_due_at rename to email_queue_due_at;

alter table notice_settings rename to notification_settings;
alter table notices rename to notifications;
alter table notifications rename column about to subject_id;
alter table notifications rename column words to body;
alter index notices_waiting rename to notifications_waiting;
alter index notices_at rename to notifications_at;
