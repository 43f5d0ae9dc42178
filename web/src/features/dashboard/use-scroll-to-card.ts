import { useCallback, useEffect, useState } from 'react';

/** Where the menu leads: opens the issues if need be, then brings the card of the kind to the top. */
export function useScrollToCard(showIssues: () => void, issuesShown: boolean) {
  const [target, setTarget] = useState<{ readonly type: string } | null>(null);
  useEffect(() => {
    if (!target || !issuesShown) return;
    const card = document.getElementById(target.type);
    card?.scrollIntoView({ block: 'start' });
    card?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [target, issuesShown]);
  const scrollTo = useCallback(
    (type: string) => {
      setTarget({ type });
      if (!issuesShown) showIssues();
    },
    [issuesShown, showIssues],
  );
  return { current: issuesShown ? (target?.type ?? null) : null, scrollTo };
}
