/** Depositing coins. Amounts are already formatted, with their coin. */

export const depositText = {
  title: 'Deposit',
  titleOf: (symbol: string) => `Deposit ${symbol}`,
  choose: 'Choose a coin',
  close: 'Close',
  paused: 'Not available',
  noCoins: 'No coin can be deposited',
  noCoinsLine: 'Deposits are not set up on this exchange yet.',
  unknown: (symbol: string) => `${symbol} can't be deposited`,
  unknownLine: 'Choose another coin.',
  otherCoin: 'Choose another coin',
  network: 'Network',
  minimum: (amount: string) => `Minimum ${amount}`,
  noFee: 'no fee',
  /** One confirmation: final in its first block. */
  time: (confirmations: number, minutes: number) =>
    confirmations <= 1 ? `about ${minutes} min` : `${confirmations} confirmations, about ${minutes} min`,
  obstacles: {
    paused: { title: 'Deposits are paused', line: 'Do not send coins now. Try again later.' },
    starting: { title: 'Connecting to the network', line: 'Your address shows up here in a moment.' },
    unavailable: {
      title: 'This network is not available',
      line: 'It cannot be reached from here right now. Everything else works.',
    },
  },
  delayed: 'New blocks are late at the moment, so your deposit may take longer.',
  address: 'Your deposit address',
  addressOf: (symbol: string, network: string) => `Your ${symbol} address on ${network}`,
  qr: (address: string) => `QR code of the address ${address}`,
  copy: 'Copy address',
  share: 'Share',
  onlyCoin: (symbol: string, network: string) =>
    `Send only ${symbol}, and only on ${network}. Other coins and networks can be lost.`,
  belowMinimum: (amount: string) => `Deposits below ${amount} are not credited.`,
  credited: (confirmations: number) =>
    confirmations <= 1
      ? 'You can trade it as soon as a block contains it.'
      : `You can trade it after ${confirmations} confirmations.`,
  memo: {
    label: 'Your memo (comment)',
    warning:
      'This address is shared. The memo tells that a deposit is yours: without it, the deposit waits for support.',
    accept: 'I will add the memo to every transfer',
    hidden: 'Address and memo show up here when you confirm this.',
    qr: (address: string, memo: string) => `QR code of the address ${address} with the memo ${memo}`,
    copy: 'Copy memo',
    shared: (address: string, memo: string) => `Address: ${address}\nMemo: ${memo}`,
    openWallet: 'Open in a wallet',
  },
  wallet: {
    pay: 'Pay with wallet',
    amount: (symbol: string) => `Amount in ${symbol}`,
    line: (minimum: string) => `Minimum ${minimum}. The wallet gets address and memo from us: you only confirm.`,
    types: { injected: 'In this browser', remote: 'Opens the wallet' },
    why: {
      none: () => 'Enter an amount.',
      min: (minimum: string) => `Deposits below ${minimum} are not credited.`,
      step: (step: string) => `The amount must be a multiple of ${step}.`,
    },
    open: (wallet: string) => `Open ${wallet}`,
    code: (wallet: string) => `QR code that connects ${wallet}`,
    scan: (wallet: string) => `Scan the code with ${wallet} on your phone, or open it on this device.`,
    steps: {
      connect: (wallet: string) => `Allow the connection in ${wallet}.`,
      confirm: (wallet: string) => `Confirm the payment in ${wallet}.`,
    },
    cancel: 'Cancel',
    sent: 'Sent. Waiting for the network.',
    credited: (amount: string) => `${amount} credited to your balance.`,
    done: 'Done',
    otherChain: 'This wallet is on another network than the exchange. Nothing was sent.',
    failures: {
      rejected: 'The payment was rejected in the wallet. Nothing was sent.',
      timeout: 'The wallet did not answer. Look there whether it has sent the payment before you try again.',
      failed: 'The wallet could not send the payment. Check your balance there, and try again.',
    },
  },
  contract: 'Token contract',
  recent: 'Latest deposits',
  recentFailed: "Couldn't load your deposits.",
  recentNone: 'Nothing received yet. A deposit shows up here as soon as the network has it.',
  details: (amount: string) => `Details of the deposit of ${amount}`,
  failed: 'Failed to fetch networks',
  failedLine: 'Your funds are safe. Try again in a moment.',
} as const
