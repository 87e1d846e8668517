import { Component, type ComponentChildren, createElement, type FunctionComponent } from "preact";

/** A component that is drawn anew only if one of its properties is another. */
export function memo<P extends object>(Inner: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as P;
      return (Object.keys(next) as (keyof P)[]).some((key) => next[key] !== before[key]);
    }
    override render(): ComponentChildren {
      return createElement(Inner, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
