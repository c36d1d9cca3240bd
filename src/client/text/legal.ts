/** Help, terms and privacy. Every statement describes what the exchange does; change it together with the code. */

type Section = { readonly title: string; readonly lines: readonly string[] }

export type LegalText = {
  readonly title: string
  readonly lead: (appName: string) => string
  readonly sections: (appName: string, isPlay: boolean) => readonly Section[]
}

const rewardsHelp: readonly Section[] = [
  {
    title: 'Points (XP)',
    lines: [
      'XP are points for mining, the daily reward, tasks and friends who trade. They are not money: they cannot be sold, withdrawn or traded, and there is no promise of a token.',
      'A mining run counts up for its full time and then stops. Ending it early pays what was mined so far. The daily reward can be claimed 24 hours after the last one; after 48 hours the days start again.',
      'Tasks are checked by the server. A task that cannot be checked says so.',
    ],
  },
  {
    title: 'Friends and commissions',
    lines: [
      'Friends who sign up with your link stay linked to you. You receive a share of the trading fees they pay, every day at 00:10 UTC, in the currencies in which they paid. They pay nothing extra.',
      'Your share grows with the number of active friends: those who paid a fee in the last 30 days.',
    ],
  },
]

const convertHelp: Section = {
  title: 'Convert',
  lines: [
    'Convert exchanges one coin for another at the price of a quote that is valid for ten seconds. It shows what you pay, the least you receive, the fee and the price impact before you confirm.',
    'A conversion happens completely or not at all. If the market moved too far meanwhile, nothing happens and you get a new quote. What cannot be spent because a pair trades in steps stays in your balance.',
    'History lists your deposits, withdrawals, conversions, rewards and commissions, and exports them as a CSV file.',
  ],
}

const depositHelp = (isPlay: boolean): Section => ({
  title: 'Deposit',
  lines: [
    'Your deposit address is yours alone and does not change. Send only the coin that is shown, on the network that is shown: other coins can be lost.',
    'A deposit shows up as soon as the network has it. It is credited after the confirmations that the deposit page shows. Amounts below the minimum are not credited.',
    ...(isPlay
      ? [
          'For play deposits, every account has a play wallet: a wallet outside the exchange, on a local chain, with play coins without value.',
        ]
      : []),
  ],
})

const withdrawHelp: Section = {
  title: 'Withdraw',
  lines: [
    'A withdrawal needs 2FA. Before you confirm you see the address, the network fee and what arrives. It cannot be reversed once it is sent; until then you can cancel it.',
    'There is a limit for 24 hours, and a smaller one for addresses that are new to your account. Large and unusual withdrawals are checked by a person first.',
    'After your sign-in details change, withdrawals are on hold for 24 hours. In Settings you can save addresses, and allow only saved ones.',
    'If a withdrawal fails, the whole amount returns to your balance.',
  ],
}

export const helpText: LegalText = {
  title: 'Help',
  lead: (appName) => `How ${appName} works, in a few minutes.`,
  sections: (_appName, isPlay) => [
    {
      title: 'Start',
      lines: isPlay
        ? [
            'This is play money. Every new account gets 10,000 play USDT, and prices are simulated. You cannot lose or win real money.',
            'Sign up with an email address and a password, or open the app inside Telegram. Then pick a pair on Trade.',
          ]
        : ['Sign up with an email address and a password. Then pick a pair on Trade.'],
    },
    {
      title: 'Market orders',
      lines: [
        'A market order buys or sells at once, at the best prices in the order book. A large order uses several prices, so its average differs from the last price.',
        'Before it is sent you see what you receive, the average and the worst price. If the price would move more than 5% away, the rest of the order is cancelled.',
      ],
    },
    {
      title: 'Limit orders',
      lines: [
        'A limit order trades at your price or a better one, never at a worse one. What cannot trade at once stays open until it fills or you cancel it.',
        'An open order sets its amount aside: it is shown as "in orders", and you cannot spend it twice. Cancelling frees it at once.',
        'Orders with the same price fill in the order in which they arrived. Your own buy and sell orders never trade with each other.',
      ],
    },
    {
      title: 'Fees',
      lines: [
        'Each trade costs a fee, taken from what you receive. The order form shows it in percent and as an amount. Placing and cancelling an order is free.',
      ],
    },
    convertHelp,
    depositHelp(isPlay),
    withdrawHelp,
    {
      title: 'When prices turn grey',
      lines: [
        'Grey prices are old: the connection was interrupted. The app reconnects by itself and says when prices are live again.',
        'An order that was being sent is checked, not sent twice. Wait for its result before you place another one.',
      ],
    },
    {
      title: 'Keep your account safe',
      lines: [
        'Turn on two-factor authentication in Settings, and store the ten recovery codes somewhere else than your phone.',
        'Settings also list your devices and recent sign-ins. If you do not recognize one, sign it out and change your password.',
        'Forgot your password? Use "Forgot password?" on the sign-in page. The link in the email works once, for 30 minutes.',
      ],
    },
    ...rewardsHelp,
    {
      title: 'Not available yet',
      lines: ['The Wallet section is marked "Coming soon".'],
    },
  ],
}

const PLAY_MONEY = {
  title: 'Play money',
  lines: [
    'All balances on this exchange are play money. They have no value, and cannot be bought or exchanged for money. Deposits and withdrawals move play coins on a local chain.',
    'Prices and most trades are simulated. They are not the prices of real markets, and nothing here is investment advice.',
  ],
}
const RISK = {
  title: 'Risk',
  lines: [
    'Prices of crypto assets change quickly, and you can lose all you trade with. Nothing here is investment advice.',
  ],
}

export const termsText: LegalText = {
  title: 'Terms of Use',
  lead: (appName) => `The rules of ${appName} in plain language.`,
  sections: (appName, isPlay) => [
    isPlay ? PLAY_MONEY : RISK,
    {
      title: 'Your account',
      lines: [
        'One person uses one account. Keep your password, codes and devices to yourself: what is done with them counts as done by you.',
        'You can sign out any device in Settings.',
      ],
    },
    {
      title: 'Orders and trades',
      lines: [
        'An order is final when the app confirms it. A filled order cannot be undone; the part that has not filled can be cancelled.',
        'Orders are matched by price, then by time. The fee is the one that the order form or the quote shows.',
        'Trading in a pair can be paused. Open orders can still be cancelled, unless the pair is halted.',
      ],
    },
    {
      title: 'Deposits and withdrawals',
      lines: [
        'A deposit counts when its network has confirmed it often enough. Coins sent to the wrong address, on the wrong network or below the minimum can be lost.',
        'You are responsible for the address of a withdrawal: what is sent cannot be reversed. Limits, a hold after changes to your sign-in details, and a check by a person protect your account.',
        'Deposits and withdrawals on a network can be paused, for example for maintenance.',
      ],
    },
    {
      title: 'Points and rewards',
      lines: [
        'Points (XP) are a loyalty score. They are not money and not a coin, have no value, and cannot be sold, withdrawn or exchanged. There is no promise that they ever will be.',
        'Rewards have daily limits and are paid only while the reward fund has points. Amounts, tasks and shares can change for the future; what you already have stays yours.',
        'Several accounts of one person, or accounts that invite each other, earn no rewards. An account can be limited or reviewed; Earn then shows the reason, and you can appeal. A person reads every appeal.',
      ],
    },
    {
      title: 'Fair use',
      lines: [
        'Do not attack, overload or deceive the exchange or its users. Requests and orders are rate-limited.',
        'Programs may trade through the published interface under the same rules.',
      ],
    },
    {
      title: 'Availability',
      lines: [
        `${appName} can be interrupted or changed at any time. Orders that were confirmed are kept.`,
        ...(isPlay ? ['The operator may reset the play exchange, which deletes accounts and balances.'] : []),
      ],
    },
    {
      title: 'Software',
      lines: [
        'The software is provided as it is, without a warranty. The operator of this server is responsible for it.',
      ],
    },
  ],
}

export const privacyText: LegalText = {
  title: 'Privacy Policy',
  lead: (appName) => `What ${appName} stores about you, and what it does not.`,
  sections: (_appName, isPlay) => [
    {
      title: 'Your account',
      lines: [
        'Your email address, and whether you confirmed it. Your password only as a hash, from which it cannot be read.',
        'If you use Telegram: your Telegram id, username, language and type of app. If you use Google: the id of your Google account and its confirmed email address.',
        'When you joined, your referral code, and whose referral code you used. That user sees a shortened form of your name, when you joined, how much you trade and what your fees earned them.',
        'Your points, rewards and tasks. The weekly leaderboard shows a shortened form of your name and your XP; you can hide yourself in Frens.',
        'Which notifications you want and your quiet hours. Your notifications are deleted after 30 days.',
      ],
    },
    {
      title: 'Your trading',
      lines: [
        'Your balances, orders, trades and fees. They are the record of the exchange and are not deleted one by one.',
        'Other users see orders and trades in the order book without names. The daily report of liabilities contains the sum of all balances. The proof of another user can contain random parts of your balances of that day, without your name.',
        'Your deposit addresses, deposits, withdrawals, and the addresses that you save. Transactions on a public network can be seen by all its users.',
      ],
    },
    {
      title: 'Your devices',
      lines: [
        'For each sign-in: time, method, a description such as "Chrome on Android", and a shortened IP address such as 203.0.113.x. You see all of it in Settings. It is deleted after 60 days.',
        'The secret of your authenticator app is stored encrypted, recovery codes as hashes.',
        'Ids of your devices and of your network are stored in a form from which they cannot be read. They are used to find accounts that belong together, so that no person collects rewards several times.',
        'The server may log requests that fail, with the IP address but without passwords, codes or tokens.',
      ],
    },
    {
      title: 'In your browser',
      lines: [
        'Your sign-in, favorites, chosen pair, currency, theme and other preferences are stored on your device. One cookie remembers the accounts that signed in here, so that wrong passwords typed elsewhere cannot lock you out. There is no advertising and no tracking.',
        'All scripts, styles and icons come from this server. Your browser contacts Google only when you sign in with it, Telegram only when you sign in with it or open the app inside it, and the server of a wallet app only when you pay with that wallet.',
      ],
    },
    {
      title: 'Who receives data',
      lines: [
        'Only the services that you use: Telegram for its sign-in and messages, Google for its sign-in, and the mail server that delivers emails to you.',
        ...(isPlay
          ? []
          : [
              'If you verify your identity: a company that checks documents gets your account id. You give it your documents yourself; this server does not receive them, only the result.',
            ]),
        ...(isPlay
          ? [
              'A play exchange without a mail server shows emails on its own pages instead. Do not use an important address there.',
            ]
          : []),
      ],
    },
    {
      title: 'Your choices',
      lines: [
        'In Settings you can unlink sign-in methods, sign out devices and turn off notifications.',
        'There is no button that deletes an account. Ask the operator of this server for a copy or the deletion of your data.',
      ],
    },
  ],
}
