/** Facts about coins that do not change. Figures that change, such as the circulating supply, are not included. */

import type { PairDescriptionView } from '../../contract/markets/views.ts'

export type CoinFacts = Pick<
  PairDescriptionView,
  'description' | 'website' | 'explorer' | 'socials' | 'max_supply' | 'risk_level'
>

/** `max_supply` is the maximum that the protocol or contract allows, including burnt coins; null without a limit. */
const FACTS: Readonly<Record<string, CoinFacts>> = {
  BTC: {
    description: 'The first cryptocurrency, live since 2009. Secured by proof of work and capped at 21 million coins.',
    website: 'https://bitcoin.org',
    explorer: 'https://mempool.space',
    socials: [{ type: 'reddit', url: 'https://www.reddit.com/r/Bitcoin/' }],
    max_supply: '21000000',
    risk_level: 'medium',
  },
  ETH: {
    description: 'The coin of Ethereum, a network for smart contracts and tokens, secured by staking.',
    website: 'https://ethereum.org',
    explorer: 'https://etherscan.io',
    socials: [
      { type: 'twitter', url: 'https://x.com/ethereum' },
      { type: 'reddit', url: 'https://www.reddit.com/r/ethereum/' },
    ],
    max_supply: null,
    risk_level: 'medium',
  },
  SOL: {
    description: 'The coin of Solana, a blockchain built for fast, low-cost transactions.',
    website: 'https://solana.com',
    explorer: 'https://explorer.solana.com',
    socials: [{ type: 'twitter', url: 'https://x.com/solana' }],
    max_supply: null,
    risk_level: 'medium',
  },
  TON: {
    description: 'The coin of The Open Network, the blockchain that Telegram apps use.',
    website: 'https://ton.org',
    explorer: 'https://tonviewer.com',
    socials: [
      { type: 'twitter', url: 'https://x.com/ton_blockchain' },
      { type: 'telegram', url: 'https://t.me/toncoin' },
    ],
    max_supply: null,
    risk_level: 'medium',
  },
  PEPE: {
    description: 'A memecoin on Ethereum. New and volatile. The price can drop fast.',
    website: 'https://www.pepe.vip',
    explorer: 'https://etherscan.io/token/0x6982508145454Ce325dDbE47a25d4ec3d2311933',
    socials: [{ type: 'twitter', url: 'https://x.com/pepecoineth' }],
    max_supply: '420690000000000',
    risk_level: 'high',
  },
  XRP: {
    description: 'The coin of the XRP Ledger, built for payments between institutions.',
    website: 'https://xrpl.org',
    explorer: 'https://livenet.xrpl.org',
    socials: [{ type: 'twitter', url: 'https://x.com/XRPLF' }],
    max_supply: '100000000000',
    risk_level: 'medium',
  },
  DOGE: {
    description: 'The first memecoin, live since 2013 and mined like Litecoin. The price moves with sentiment.',
    website: 'https://dogecoin.com',
    explorer: 'https://blockchair.com/dogecoin',
    socials: [
      { type: 'twitter', url: 'https://x.com/dogecoin' },
      { type: 'reddit', url: 'https://www.reddit.com/r/dogecoin/' },
    ],
    max_supply: null,
    risk_level: 'high',
  },
  DOGS: {
    description: 'A memecoin of the Telegram community. New and volatile. The price can drop fast.',
    website: null,
    explorer: 'https://tonviewer.com/EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS',
    socials: [{ type: 'telegram', url: 'https://t.me/dogs_community' }],
    max_supply: '550000000000',
    risk_level: 'high',
  },
  NOT: {
    description: 'Started as a tapping game in Telegram. Volatile. The price can drop fast.',
    website: 'https://notco.in',
    explorer: 'https://tonviewer.com/EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT',
    socials: [
      { type: 'twitter', url: 'https://x.com/thenotcoin' },
      { type: 'telegram', url: 'https://t.me/notcoin' },
    ],
    max_supply: null,
    risk_level: 'high',
  },
  SHIB: {
    description: 'A memecoin on Ethereum with a very large supply. Volatile.',
    website: 'https://shib.io',
    explorer: 'https://etherscan.io/token/0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE',
    socials: [{ type: 'twitter', url: 'https://x.com/Shibtoken' }],
    max_supply: '1000000000000000',
    risk_level: 'high',
  },
}

const UNKNOWN: CoinFacts = {
  description: '',
  website: null,
  explorer: null,
  socials: [],
  max_supply: null,
  risk_level: 'high',
}

export const coinFacts = (symbol: string): CoinFacts => FACTS[symbol] ?? UNKNOWN
