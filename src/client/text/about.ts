/** The About page. */

export const aboutText = {
  title: 'About',
  line: (appName: string) => `${appName} is a crypto exchange with a live order book and fees you see up front.`,
  notices: 'Notices',
  charts: 'Charts are drawn by Lightweight Charts, used under the Apache License 2.0.',
  chartsNotice: ['TradingView Lightweight Charts™', 'Copyright (c) 2025 TradingView, Inc.'],
  chartsLink: 'https://www.tradingview.com/',
} as const
