/** The page for unknown addresses. */

export const notFoundText = {
  title: 'Page not found',
  line: 'The link may be broken, or the page was removed.',
  home: 'Home',
  trade: 'Trade',
} as const
