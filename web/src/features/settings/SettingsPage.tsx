import { useQuery } from '@tanstack/react-query';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ConnectionsPanel } from './connections/ConnectionsPanel.tsx';
import { AppsPanel } from './apps/AppsPanel.tsx';
import { DataPanel } from './data/DataPanel.tsx';
import { DeliveryPanel } from './delivery/DeliveryPanel.tsx';
import { EmailPanel } from './emails/EmailPanel.tsx';
import { LeavePrompt } from '../../ui/overlays/LeavePrompt.tsx';
import { focusSection } from './navigation/focus-section.ts';
import { SettingsNav } from './navigation/SettingsNav.tsx';
import { StorefrontPanel } from './storefronts/StorefrontPanel.tsx';
import { TeamsPanel } from './teams/TeamsPanel.tsx';
import { SpreadsheetPanel } from './spreadsheet/SpreadsheetPanel.tsx';
import { useSections } from './navigation/use-sections.ts';
import { type FormHandle, type PanelProps, settingsQuery, useSettingsForm } from './form/use-settings-form.ts';
import { UsersPanel } from './users/UsersPanel.tsx';
import '../../ui/layout/save-bar.css';
import './parts/settings.css';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import { isValid } from './form/settings-problems.ts';
import { Skeleton, SkeletonArea } from '../../ui/layout/Skeleton.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AccountSection } from './account/AccountSection.tsx';
import { AuditTrail } from './account/AuditTrail.tsx';
import { Sessions } from './account/Sessions.tsx';
import { ChannelsPanel } from './channels/ChannelsPanel.tsx';
import { DeliveryLog } from './channels/DeliveryLog.tsx';
import { TokensPanel } from './tokens/TokensPanel.tsx';
import { TwoFactorPanel } from './two-factor/TwoFactorPanel.tsx';
import { authorizationFailure } from '../../lib/http/authorization-failure.ts';
import { reserveBottom } from '../../ui/hooks/reserve-bottom.ts';
import { SuccessModal } from './SuccessModal.tsx';

export function SettingsPage() {
  const account = useQuery(settingsQuery);
  const { data: settings } = account;
  const failed = useFailed(account);
  return (
    <main className="settings">
      <PageTitle>Email & Account Settings</PageTitle>
      <header className="settings__head">
        <h1>Email &amp; Account Settings</h1>
        <p className="dim">Who is told what, when, and for which seller account.</p>
      </header>
      {settings && <LoadedSettings key={accountOf(settings)} settings={settings} />}
      {failed && <ErrorState title="The settings did not load" {...failed} />}
      {!settings && !failed && <SettingsSkeleton />}
    </main>
  );
}

/** Identifies the account: after a log-in to another one in another tab, unsaved changes are not carried over to it. */
const accountOf = ({ emailAddresses }: IdentitySettings): string =>
  emailAddresses.find(({ isPrimary }) => isPrimary)?.emailAddressId ?? '';

function LoadedSettings({ settings }: { readonly settings: IdentitySettings }) {
  const form = useSettingsForm(settings);
  const { sections, warnings } = useSections(form);
  const { success, closeSuccess } = useAuthorizationReturn(form.setFailure);
  useAddressedSection();
  const props = { settings, form };
  const { isOwner } = settings;
  return (
    <div className="settings__columns">
      <SettingsNav sections={sections} warnings={warnings} />
      <div className="settings__panels">
        <EmailPanel {...props} />
        {isOwner && <DeliveryPanel form={form} />}
        {isOwner && <UsersPanel {...props} />}
        {isOwner && <TeamsPanel {...props} />}
        <StorefrontPanel {...props} />
        <ChannelPanels {...props} />
        <SpreadsheetPanel />
        {isOwner && <ConnectionsPanel {...props} />}
        <TokensPanel isOwner={isOwner} />
        <AppsPanel isOwner={isOwner} onFailure={form.setFailure} />
        <AccountPanels {...props} />
        <SaveBar form={form} />
      </div>
      <LeavePrompt isDirty={form.isDirty} text={leaveText} />
      {success && <SuccessModal text={success} onClose={closeSuccess} />}
    </div>
  );
}

/** The save bar of the whole page. Cancel leads to the default path, and asks first if there are unsaved changes. */
function SaveBar({ form }: { readonly form: FormHandle }) {
  const navigate = useNavigate();
  const isSound = isValid(form.problems);
  return (
    <div className="save-area" ref={reserveBottom}>
      {form.failure && (
        <Banner level="alert" title="Error" onClose={() => form.setFailure(null)}>
          {form.failure}
        </Banner>
      )}
      <div className="save-bar" data-dirty={form.isDirty || undefined}>
        <span className="grow" aria-live="polite">
          {form.isDirty && !isSound && <Severity level="alert">Please correct what is marked</Severity>}
          {form.isDirty && isSound && <span className="medium">You have some unsaved changes</span>}
          {!form.isDirty && <span className="dim">Everything is saved</span>}
        </span>
        <Button onClick={() => void navigate({ to: '/home' })}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!form.isDirty || !isSound}
          busy={form.isSaving}
          onClick={() => void form.save()}
        >
          Save
        </Button>
      </div>
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <SkeletonArea label="Loading your settings">
      <span className="settings__columns">
        <span className="settings-nav">
          <Skeleton height="180px" />
        </span>
        <span className="settings__panels">
          <Skeleton height="560px" />
          <Skeleton height="180px" />
          <Skeleton height="240px" />
        </span>
      </span>
    </SkeletonArea>
  );
}

/** The question of section 2. */
const leaveText = 'Please confirm that you want to close your Account Settings.\nYou have some unsaved changes.';

type Panel = (props: PanelProps) => ReactNode;

const ChannelPanels: Panel = (props) => (
  <>
    {props.settings.isOwner && <ChannelsPanel {...props} />}
    <DeliveryLog {...props} />
  </>
);

const AccountPanels: Panel = (props) => (
  <>
    <AccountSection {...props} />
    <TwoFactorPanel isOwner={props.settings.isOwner} />
    <Sessions />
    {props.settings.isOwner && <AuditTrail />}
    {props.settings.isOwner && <DataPanel companyName={props.settings.companyName} />}
  </>
);

/**
 * Leads to the section that the address names, which did not exist when the browser looked for it. Content that loads
 * above it moves it down, so that it is scrolled to again until the user acts. The address changes on this page too:
 * the return from an authorisation at the marketplace adds the section.
 */
function useAddressedSection(): void {
  const addressed = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    const section = document.getElementById(addressed);
    if (!section) return undefined;
    focusSection(addressed);
    const observer = new ResizeObserver(() => section.scrollIntoView());
    observer.observe(document.body);
    const stop = ({ target }: Event) => {
      // The dialog about the result of an authorisation covers the page, and closing it is no choice of another place.
      const isInDialog = target instanceof Element && target.closest('dialog') !== null;
      if (!isInDialog) observer.disconnect();
    };
    for (const type of doings) window.addEventListener(type, stop, { passive: true });
    return () => {
      observer.disconnect();
      for (const type of doings) window.removeEventListener(type, stop);
    };
  }, [addressed]);
}

const doings = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const route = getRouteApi('/settings');

const successTexts = {
  1: 'The seller account is connected. Its products are being read now, which takes a few minutes.',
  again: 'The seller account is authorized again, and its checks go on.',
} as const;

const connectedTexts: Readonly<Record<string, string>> = {
  advertising: 'The advertising account is connected. Its reports are being read now, which takes a few minutes.',
  googleSheets: 'Google Sheets is connected. Watchpost is writing the spreadsheet, which takes a minute.',
};

/** Reports once the result of an authorisation at the marketplace, or of a consent at another service. */
function useAuthorizationReturn(onFailure: (text: string) => void) {
  const { connected, connectedTo, authorizationError, connectionError } = route.useSearch();
  const navigate = useNavigate();
  const isReported = useRef(false);
  const [success, setSuccess] = useState(
    connected ? successTexts[connected] : (connectedTexts[connectedTo ?? ''] ?? null),
  );
  const isOfMarketplace = connected !== undefined || authorizationError !== undefined;
  const failure = authorizationError ?? connectionError;
  useEffect(() => {
    if (isReported.current || (!isOfMarketplace && !connectedTo && !failure)) return;
    isReported.current = true;
    if (failure) onFailure(authorizationFailure(failure));
    // The parameter is removed, so that a reload does not report the result again.
    const hash = isOfMarketplace || connectedTo === 'advertising' ? 'storefronts' : 'connections';
    void navigate({ to: '/settings', search: {}, hash, replace: true });
  }, [isOfMarketplace, connectedTo, failure, onFailure, navigate]);
  return { success, closeSuccess: () => setSuccess(null) };
}
