/** Moves the focus to a section, so that the Tab key goes on there. The router only scrolls to it. */
export const focusSection = (id: string): void => document.getElementById(id)?.focus({ preventScroll: true });
