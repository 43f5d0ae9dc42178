import type { BeaconLevel } from '../ui/signs/Logo.tsx';

/** The tab's icon wears the same light as the mark. */
export function showFavicon(level: BeaconLevel): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = level === 'none' ? '/favicon.svg' : `/favicon-${level}.svg`;
}
