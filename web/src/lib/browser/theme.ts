import { createStore } from './store.ts';
import { storage } from './storage.ts';

const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

export const themeChoice = createStore<ThemeChoice>(readChoice());

export function chooseTheme(choice: ThemeChoice): void {
  storage.write('theme', choice);
  themeChoice.set(choice);
  applyTheme();
}

/**
 * Follows the system's scheme while the choice is "system". `public/theme.js` does the same before the first paint. A
 * page is printed in light colours, because paper is white and browsers leave backgrounds out.
 */
export function followTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
  window.addEventListener('beforeprint', () => show('light'));
  window.addEventListener('afterprint', applyTheme);
  applyTheme();
}

function applyTheme(): void {
  const choice = themeChoice.get();
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  show(dark ? 'dark' : 'light');
}

function show(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
}

function readChoice(): ThemeChoice {
  const stored = storage.read('theme');
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}
