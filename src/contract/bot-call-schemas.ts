/** The calls that the bot stands behind: what each takes and gives, and how it may say no. */

import { botViews } from './bot-reply-schemas.ts'
import { emptyBody, notificationsBody } from './schemas.ts'

export const botCalls = {
  notifications: {
    summary: 'What the bot tells about',
    takes: emptyBody,
    gives: botViews.NotificationsView,
  },
  setNotifications: {
    summary: 'Choose what the bot tells about; whoever is not linked to Telegram is told nothing',
    takes: notificationsBody,
    gives: botViews.NotificationsView,
  },
  invite: {
    summary: 'What somebody invites others by',
    takes: emptyBody,
    gives: botViews.InviteView,
    refuses: ['ACCOUNT_NOT_FOUND'],
  },
  inviteMessage: {
    summary: 'A message of the bot that Telegram lets its reader send on',
    takes: emptyBody,
    gives: botViews.InviteMessageView,
    refuses: ['ACCOUNT_NOT_FOUND'],
  },
} as const
