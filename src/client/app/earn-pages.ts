/** One file for five pages and a bar: they share most of their code. */

export { default as EarnScreen } from '../screens/earn/earn-screen.tsx'
export { default as FrensScreen } from '../screens/frens/frens-screen.tsx'
export { default as HistoryBar } from '../screens/history/history-bar.tsx'
export { default as HistoryScreen } from '../screens/history/history-screen.tsx'
export { default as NotificationsScreen } from '../screens/notifications/notifications-screen.tsx'
export { default as ReferralsScreen } from '../screens/referrals/referrals-screen.tsx'
