/** Facts about a coin. */

export const discoverText = {
  chips: 'Lists',
  tags: { layer_1: 'Layer 1', payments: 'Payments', meme: 'Memecoin', game: 'Game' },
  risk: { medium: 'Medium risk', high: 'High risk' },
  trade: 'Trade',
  convert: 'Convert',
  links: { website: 'Website', explorer: 'Explorer', twitter: 'Twitter', telegram: 'Telegram', reddit: 'Reddit' },
  newTab: 'opens in a new tab',
  linksTitle: 'Links',
  figures: 'Market data',
  maxSupply: 'Max supply',
  circulating: 'Circulating supply',
  cap: 'Market cap',
  allTimeHigh: 'All-time high',
  high: '24h high',
  low: '24h low',
  volume: '24h volume',
  listed: 'Listed',
  unknown: 'Coin not found',
} as const
