import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { switchDesktopOn, useDesktopState } from '../../lib/browser/desktop-notifications.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { useKnownWorld } from '../../world/known-world.ts';
import { storage } from '../../lib/browser/storage.ts';
import { topDialog } from '../../ui/overlays/open-dialogs.ts';
import { findAnchor, holdAnchor } from './anchors.ts';
import { whilePageIsUntouched } from './untouched-page.ts';
import { hintIds, hintKey, type HintId } from './hint-ids.ts';
import { HintCard } from './HintCard.tsx';
import { hints } from './hints.ts';

/** One small hint at a time, beside what it explains; the next one comes with the next view or visit. */
export function Hints() {
  const { data: identity } = useQuery(identityQuery);
  const { world } = useKnownWorld();
  const view = useLocation({ select: ({ pathname, search }) => `${pathname} ${'view' in search ? search.view : ''}` });
  return identity && world && world.products.length > 0 ? (
    <HintsOf key={view} email={identity.email} isOwner={identity.isOwner} />
  ) : null;
}

interface Shown {
  readonly id: HintId;
  readonly element: HTMLElement;
  /** Whether the hint reaches from there to the right, where there is more room. */
  readonly isAtStart: boolean;
}

function HintsOf({ email, isOwner }: { readonly email: string; readonly isOwner: boolean }) {
  const canTurnOn = useDesktopState(email) === 'off';
  const [shown, setShown] = useState<Shown | null>(null);
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

function nextHint({ canTurnOn, isOwner }: Viewer): Shown | null {
  if (topDialog()) return null;
  for (const id of hintIds) {
    if (storage.read(hintKey(id)) !== null || (id === 'desktopnotif' && !canTurnOn)) continue;
    // Seller accounts and addresses are the owner's to add.
    if (id === 'mainmenu' && !isOwner) continue;
    const element = findAnchor(hints[id].anchor);
    if (element) {
      const { left, right } = element.getBoundingClientRect();
      return { id, element, isAtStart: left + right < window.innerWidth };
    }
  }
  return null;
}
