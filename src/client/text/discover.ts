/** What is said of a coin. */

export const coin = {
  chips: 'Lists',
  tags: { layer_1: 'Layer 1', payments: 'Payments', meme: 'Memecoin', game: 'Game' },
  risk: { medium: 'Medium risk', high: 'High risk' },
  trade: (base: string) => `Trade ${base}`,
  convert: 'Convert',
  links: { website: 'Website', explorer: 'Explorer', twitter: 'Twitter', telegram: 'Telegram', reddit: 'Reddit' },
  newTab: 'opens a new tab',
  linksTitle: 'Links',
  figures: 'Figures',
  maxSupply: 'Max supply',
  circulating: 'In circulation',
  cap: 'Market cap',
  allTimeHigh: 'All-time high',
  high: '24h high',
  low: '24h low',
  volume: '24h volume',
  turnover: '24h turnover',
  listed: 'Listed here',
  unknown: 'No such coin',
  unknownLine: 'It is not listed here.',
} as const
