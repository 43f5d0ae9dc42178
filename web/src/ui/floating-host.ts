import { createContext } from 'react';

/**
 * Where menus are put into the document. Behind an open dialog everything else is inert, so a dialog is the host of its
 * own menus; the application names the host of all others.
 */
export const FloatingHost = createContext<HTMLElement | null>(null);
