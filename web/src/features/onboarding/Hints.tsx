import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { switchDesktopOn, useDesktopState } from '../../lib/browser/desktop-notifications.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { useKnownWorld } from '../../world/known-world.ts';
import { storage } from '../../lib/browser/storage.ts';
import { topDialog } from '../../ui/overlays/open-dialogs.ts';
import { hintIds, hintKey, type HintId } from './hint-ids.ts';
import { type Hint, hints } from './hints.ts';
import { Button } from '../../ui/fields/Button.tsx';
import './hints.css';

/** Shows one hint at a time, beside the element that it explains; the next one comes with the next view or visit. */
export function Hints() {
  const { data: identity } = useQuery(identityQuery);
  const { world } = useKnownWorld();
  const view = useLocation({ select: ({ pathname, search }) => `${pathname} ${'view' in search ? search.view : ''}` });
  return identity && world && world.products.length > 0 ? (
    <HintsOf key={view} email={identity.email} isOwner={identity.isOwner} />
  ) : null;
}

interface ShownHint {
  readonly id: HintId;
  readonly element: HTMLElement;
  /** Whether the hint extends to the right of the element, because there is more room. */
  readonly isAtStart: boolean;
}

function HintsOf({ email, isOwner }: { readonly email: string; readonly isOwner: boolean }) {
  const canTurnOn = useDesktopState(email) === 'off';
  const [shown, setShown] = useState<ShownHint | null>(null);
  const [hasDismissed, setHasDismissed] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (hasDismissed) return undefined;
    return whilePageIsUntouched(() => {
      const next = nextHint({ canTurnOn, isOwner });
      if (next) setShown(next);
      return next !== null;
    });
  }, [canTurnOn, isOwner, hasDismissed]);
  useEffect(() => (shown ? holdAnchor(shown.element) : undefined), [shown]);
  if (!shown || (shown.id === 'desktopnotif' && !canTurnOn)) return null;

  const dismiss = (ids: readonly HintId[]) => {
    for (const id of ids) storage.write(hintKey(id), 'yes');
    setShown(null);
    setHasDismissed(true);
    shown.element.focus({ preventScroll: true });
  };
  const handleAction = () => {
    dismiss([shown.id]);
    if (hints[shown.id].action?.does === 'notify') void switchDesktopOn(email);
    else void navigate({ to: '/settings' });
  };
  return (
    <HintCard
      hint={hints[shown.id]}
      isAtStart={shown.isAtStart}
      onAction={handleAction}
      onDismiss={() => dismiss([shown.id])}
      onDismissAll={() => dismiss(hintIds)}
    />
  );
}

interface Viewer {
  readonly canTurnOn: boolean;
  readonly isOwner: boolean;
}

function nextHint({ canTurnOn, isOwner }: Viewer): ShownHint | null {
  if (topDialog()) return null;
  for (const id of hintIds) {
    if (storage.read(hintKey(id)) !== null || (id === 'desktopnotif' && !canTurnOn)) continue;
    // Only the owner can add seller accounts and addresses.
    if (id === 'mainmenu' && !isOwner) continue;
    const element = findAnchor(hints[id].anchor);
    if (element) {
      const { left, right } = element.getBoundingClientRect();
      return { id, element, isAtStart: left + right < window.innerWidth };
    }
  }
  return null;
}

interface Props {
  readonly hint: Hint;
  readonly isAtStart: boolean;
  readonly onAction: () => void;
  readonly onDismiss: () => void;
  readonly onDismissAll: () => void;
}

/** The card of a hint; it takes no focus and does not cover the element that it explains. */
function HintCard({ hint: { title, text, action }, isAtStart, onAction, onDismiss, onDismissAll }: Props) {
  const titleId = useId();
  return (
    <section className={isAtStart ? 'hint hint--start' : 'hint'} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      <div className="hint__actions">
        <Button variant="ghost" size="sm" onClick={onDismissAll}>
          Dismiss all
        </Button>
        <span className="grow" />
        <Button size="sm" onClick={onDismiss}>
          {action ? 'Not now' : 'Got it'}
        </Button>
        {action && (
          <Button size="sm" variant="primary" onClick={onAction}>
            {action.label}
          </Button>
        )}
      </div>
    </section>
  );
}

const anchorName = '--hint';

/** The largest number of elements that are checked; these fill the first screens of a long list. */
const most = 12;

/** The first element of the selector that is on screen. */
function findAnchor(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].slice(0, most).find(isOnScreen) ?? null;
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= window.innerHeight;
}

/**
 * Makes the element the anchor of the hint, beside an anchor name that it may have for a menu, and marks it. Returns a
 * function that undoes this.
 */
function holdAnchor(element: HTMLElement): () => void {
  const own = element.style.getPropertyValue('anchor-name');
  element.style.setProperty('anchor-name', own ? `${own}, ${anchorName}` : anchorName);
  element.dataset['hinted'] = '';
  return () => {
    element.style.setProperty('anchor-name', own);
    delete element.dataset['hinted'];
  };
}

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 200);
};

/**
 * Repeats the attempt after each draw or scroll of the page until it succeeds or the user begins to work: after that
 * nothing may appear under the pointer. Returns a function that stops the attempts.
 */
function whilePageIsUntouched(attempt: () => boolean): () => void {
  const stop = new AbortController();
  let isWaiting = false;
  const look = () => {
    if (isWaiting) return;
    isWaiting = true;
    whenIdle(() => {
      isWaiting = false;
      if (!stop.signal.aborted && attempt()) stop.abort();
    });
  };
  const drawn = new MutationObserver(look);
  drawn.observe(document.body, { childList: true, subtree: true });
  stop.signal.addEventListener('abort', () => drawn.disconnect());
  window.addEventListener('scrollend', look, { signal: stop.signal, passive: true });
  for (const touch of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(touch, () => stop.abort(), { signal: stop.signal, passive: true, capture: true });
  }
  look();
  return () => stop.abort();
}
