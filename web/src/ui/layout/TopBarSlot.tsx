import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

type SlotName = 'views' | 'end';

/** The elements of the top bar that a page may fill; null until the bar is mounted. */
export const TopBarSlots = createContext<Readonly<Record<SlotName, HTMLElement | null>>>({ views: null, end: null });

/** Puts a page's own controls into the top bar: its view tabs, its freshness. */
export function TopBarSlot({ name, children }: { readonly name: SlotName; readonly children: ReactNode }) {
  const element = use(TopBarSlots)[name];
  return element ? createPortal(children, element) : null;
}
