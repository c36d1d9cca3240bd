import { Component, type ReactNode } from 'react'

type Props = {
  /** `reset` renders the children again. */
  readonly fallback: (error: unknown, reset: () => void) => ReactNode
  readonly children: ReactNode
}
type State = { readonly failure: { readonly error: unknown } | undefined }

/** Shows a fallback when rendering throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }))
  }
}
