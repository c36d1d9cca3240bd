/** One file for the public pages about the exchange: each file has a name in the first chunk. */

export { default as AboutScreen } from '../screens/about/about-screen.tsx'
export { default as HelpScreen } from '../screens/about/help-screen.tsx'
export { default as PrivacyScreen } from '../screens/about/privacy-screen.tsx'
export { default as TermsScreen } from '../screens/about/terms-screen.tsx'
export { default as LiabilitiesScreen } from '../screens/liabilities/liabilities-screen.tsx'
