import type { NetworkView, WalletCurrencyView, WithdrawalLimitsView } from '../../../../contract/wallet/views.ts'

export type StepProps = {
  user: string
  coin: WalletCurrencyView
  network: NetworkView
  limits: WithdrawalLimitsView
}
