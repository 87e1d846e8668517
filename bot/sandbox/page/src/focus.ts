// The keyboard's place in a message whose parts change under it.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const faceOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent ?? "";

/** Whether nothing is in focus that keys could reach. */
function adrift(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || (active instanceof HTMLButtonElement && active.disabled);
}

/**
 * Keeps the focus within a message: a new version of it often brings other
 * buttons. The focus goes to the one that looks like the one before, else to
 * the message; it never stays where another press would mean something else.
 */
export function useKeptFocus(box: { current: HTMLElement | null }): void {
  const last = useRef("");
  useEffect(() => {
    const message = box.current!;
    const enter = (event: FocusEvent) => {
      last.current = event.target === message ? "" : faceOf(event.target as Element);
    };
    const leave = (event: FocusEvent) => {
      const target = event.target as HTMLElement;
      // What goes away has not been left.
      queueMicrotask(() => {
        if (target.isConnected && !target.matches(":disabled") && !message.contains(document.activeElement)) last.current = "";
      });
    };
    message.addEventListener("focusin", enter);
    message.addEventListener("focusout", leave);
    return () => {
      const had = last.current !== "";
      requestAnimationFrame(() => {
        if (!had || !adrift()) return;
        (document.querySelector<HTMLElement>(".messages > [tabindex='0']") ?? document.getElementById("messages"))?.focus();
      });
    };
  }, []);
  useLayoutEffect(() => {
    if (last.current === "" || !adrift()) return;
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])];
    (buttons.find((button) => faceOf(button) === last.current) ?? box.current)?.focus({ preventScroll: true });
  });
}
