import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** Drawn instead of the children once drawing them has failed. */
  fallback: (error: Error) => ReactNode;
  children: ReactNode;
}

/** Keeps a failure to draw within its place, so that the rest of the window, Stop above all, stays usable. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children;
  }
}
