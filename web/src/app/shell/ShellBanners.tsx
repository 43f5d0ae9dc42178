import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { accountNotices } from '@app/shared/contract/world.ts';
import { query } from '../../lib/http/call.ts';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { hasLoginMarker } from '../../lib/session/login-marker.ts';
import { useKnownWorld } from '../../world/known-world.ts';
import { useStored } from '../../lib/browser/use-stored.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { useVerification } from '../../features/confirm-address/use-verification.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { SteadyPlace } from '../../ui/layout/SteadyPlace.tsx';
import { shellBanner, type ShellBanner } from './shell-banner.ts';
import { KeepAccount } from '../../features/settings/data/KeepAccount.tsx';
import './shell.css';

/** The interval of state polling (specification, section 9). */
const pollMs = 60_000;

/** The banner about the account at the top of every page. */
export function ShellBanners() {
  // The service may end, and the account may be set for deletion, while a page stays open.
  const { data: identity } = useQuery({ ...identityQuery, refetchInterval: pollMs });
  return identity ? <BannersOf identity={identity} /> : null;
}

/** A banner that one person has closed is still shown to another person who uses the same browser. */
function BannersOf({ identity }: { readonly identity: Identity }) {
  const { email } = identity;
  const notices = useNotices();
  const [errorsClosedAt, closeErrors] = useStored(`accountErrorsClosedAt.${email}`);
  const [reminderClosedAt, closeReminder] = useStored(`verifyReminderClosedAt.${email}`);
  const [closedAnnouncement, closeAnnouncement] = useStored(`announcementClosed.${email}`);
  const now = useNow();
  const banner = shellBanner({
    deletedAt: identity.deletedAt,
    paymentStatus: identity.paymentStatus,
    isOwner: identity.isOwner,
    accountErrors: notices?.accountErrors ?? [],
    errorsClosedAt: Number(errorsClosedAt ?? 0),
    isVerified: identity.emailVerified,
    reminderClosedAt: Number(reminderClosedAt ?? 0),
    announcement: notices?.announcement ?? null,
    closedAnnouncement,
    now,
  });
  const closing = {
    accountErrors: () => closeErrors(String(now)),
    unverified: () => closeReminder(String(now)),
    announcement: closeAnnouncement,
  };
  // The key changes with the first notices, so that their banner gets a place of its own, which moves the content:
  // nobody reads the page that early.
  return (
    <SteadyPlace key={notices === undefined ? 'unknown' : 'known'} className="announcement">
      {banner && <BannerOfKind banner={banner} identity={identity} closing={closing} />}
    </SteadyPlace>
  );
}

interface KindProps {
  readonly banner: ShellBanner;
  readonly identity: Identity;
  readonly closing: {
    readonly accountErrors: () => void;
    readonly unverified: () => void;
    readonly announcement: (text: string) => void;
  };
}

function BannerOfKind({ banner, identity, closing }: KindProps) {
  return (
    <>
      {banner.kind === 'deletion' && (
        <Banner level="alert" title={banner.title} action={banner.mayKeep && <KeepAccount />}>
          {banner.text}
        </Banner>
      )}
      {banner.kind === 'payment' && (
        <Banner
          level={banner.level}
          title={banner.title}
          action={banner.action && <BillingLink label={banner.action} />}
        >
          {banner.text}
        </Banner>
      )}
      {banner.kind === 'accountErrors' && (
        <Banner
          level="warning"
          action={
            <Link to="/settings" hash={banner.section} className={buttonClass({ size: 'sm' })}>
              {banner.section === 'storefronts' ? 'Check the storefronts' : 'Check the settings'}
            </Link>
          }
          onClose={closing.accountErrors}
        >
          {banner.text}
        </Banner>
      )}
      {banner.kind === 'unverified' && <VerifyReminder identity={identity} onClose={closing.unverified} />}
      {banner.kind === 'announcement' && (
        <Banner level="info" onClose={() => closing.announcement(banner.text)}>
          {banner.text}
        </Banner>
      )}
    </>
  );
}

/**
 * Returns the notices of the account. The dashboard gets them with the world that it polls; other pages fetch them
 * separately, but not without the login marker: after the end of a session the refused call would reload the page.
 */
function useNotices(): Reply<typeof accountNotices> | undefined {
  const { world } = useKnownWorld();
  const { pathname } = useLocation();
  const isAlone = pathname !== '/home';
  const { data } = useQuery({
    ...query(accountNotices),
    enabled: isAlone && hasLoginMarker(),
    refetchInterval: pollMs,
  });
  return isAlone ? (data ?? world) : world;
}

/** A link to the page on which the payment can be fixed; that page itself shows no link. */
function BillingLink({ label }: { readonly label: string }) {
  const { pathname } = useLocation();
  if (pathname === '/subscription-and-billing') return null;
  return (
    <Link to="/subscription-and-billing" className={buttonClass({ size: 'sm' })}>
      {label}
    </Link>
  );
}

interface ReminderProps {
  readonly identity: Identity;
  readonly onClose: () => void;
}

function VerifyReminder({ identity, onClose }: ReminderProps) {
  const { isLocked, send } = useVerification(identity);
  return (
    <Banner
      level="info"
      title="Please verify your e-mail address."
      action={
        <Button size="sm" disabled={isLocked} onClick={() => void send()}>
          Send the link again
        </Button>
      }
      onClose={onClose}
    >
      We have sent a link to {identity.email}.
    </Banner>
  );
}
