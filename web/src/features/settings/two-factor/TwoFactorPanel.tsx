import { useQuery } from '@tanstack/react-query';
import { removeApp, removePasskey, renewRecoveryCodes } from '@app/shared/contract/two-factor.ts';
import { call } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { mayUsePasskeys } from '../../../lib/session/passkeys.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { ConfirmButton } from '../../../ui/fields/ConfirmButton.tsx';
import { Section, SettingRow } from '../parts/Section.tsx';
import { TeamTwoFactor } from './TeamTwoFactor.tsx';
import { twoFactorQuery, type TwoFactor } from './two-factor-query.ts';
import { useSetUp } from './use-set-up.tsx';

/** The second step of the log-in; the owner may require it of all users. */
export function TwoFactorPanel({ isOwner }: { readonly isOwner: boolean }) {
  const twoFactor = useQuery(twoFactorQuery);
  const { data, refetch } = twoFactor;
  const failed = useFailed(twoFactor);
  return (
    <Section title="Second step at log-in" note={data && noteOf(data)}>
      <div className="settings-section__body">
        {data && <Factors twoFactor={data} isOwner={isOwner} onChanged={() => void refetch()} />}
        {!data && !failed && (
          <SkeletonArea label="Loading your second step at log-in">
            <Skeleton height="96px" />
          </SkeletonArea>
        )}
        {failed && <ErrorState title="This did not load" {...failed} />}
      </div>
    </Section>
  );
}

const isOn = ({ app, passkeys }: TwoFactor): boolean => app !== null || passkeys.length > 0;
const noteOf = (twoFactor: TwoFactor): string =>
  isOn(twoFactor) ? 'Your password alone does not log you in' : 'Off: your password alone logs you in';

interface Props {
  readonly twoFactor: TwoFactor;
  readonly isOwner: boolean;
  readonly onChanged: () => void;
}

type FactorSetup = ReturnType<typeof useSetUp>;

function Factors({ twoFactor, isOwner, onChanged }: Props) {
  const setUp = useSetUp({ onChanged, onFailed: onChanged });
  const change = (work: () => Promise<unknown>) =>
    setUp.send(async () => {
      await work();
      onChanged();
    });
  return (
    <>
      {setUp.failure && (
        <Banner level="alert" title="Error" onClose={setUp.dismiss}>
          {setUp.failure}
        </Banner>
      )}
      <AppRow app={twoFactor.app} setUp={setUp} change={change} />
      <PasskeyRows passkeys={twoFactor.passkeys} setUp={setUp} change={change} />
      {isOn(twoFactor) && <RecoveryRow left={twoFactor.recoveryCodesLeft} setUp={setUp} onChanged={onChanged} />}
      {isOwner && <TeamTwoFactor twoFactor={twoFactor} isOn={isOn(twoFactor)} busy={setUp.busy} change={change} />}
      {setUp.dialogs}
    </>
  );
}

interface RowProps {
  readonly setUp: FactorSetup;
  readonly change: (work: () => Promise<unknown>) => Promise<void>;
}

function AppRow({ app, setUp, change }: RowProps & Pick<TwoFactor, 'app'>) {
  const note = app ? (
    <>
      On, added <RelativeTime at={app.createdAt} />
    </>
  ) : (
    'Your phone shows a new code every 30 seconds, with or without a connection'
  );
  return (
    <SettingRow title="Authenticator app" note={note}>
      {app ? (
        <ConfirmButton
          label="Remove"
          subject="the authenticator app"
          onConfirm={() => void change(() => call(removeApp))}
        />
      ) : (
        <Button busy={setUp.busy} onClick={() => void setUp.addApp()}>
          Set up
        </Button>
      )}
    </SettingRow>
  );
}

function PasskeyRows({ passkeys, setUp, change }: RowProps & Pick<TwoFactor, 'passkeys'>) {
  const mayAdd = mayUsePasskeys();
  return (
    <>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <SettingRow
          key={id}
          title={`Passkey: ${name}`}
          note={<PasskeyNote createdAt={createdAt} lastUsedAt={lastUsedAt} />}
        >
          <ConfirmButton
            label="Remove"
            subject={`the passkey ${name}`}
            onConfirm={() => void change(() => call(removePasskey, { params: { id } }))}
          />
        </SettingRow>
      ))}
      <SettingRow
        title={passkeys.length === 0 ? 'Passkey' : 'Another passkey'}
        note={
          mayAdd
            ? 'Your finger, your face, a PIN or a security key; cannot be given away on a fake page'
            : 'Not possible here: passkeys need https and a name in the address bar'
        }
      >
        <Button disabled={!mayAdd} onClick={setUp.addPasskey}>
          Add passkey
        </Button>
      </SettingRow>
    </>
  );
}

interface NoteProps {
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const PasskeyNote = ({ createdAt, lastUsedAt }: NoteProps) => (
  <>
    On, added <RelativeTime at={createdAt} />, {lastUsedAt ? 'last used ' : 'not used yet'}
    {lastUsedAt && <RelativeTime at={lastUsedAt} />}
  </>
);

/** With fewer codes left than this the page suggests new ones. */
const fewCodes = 3;

interface RecoveryProps {
  readonly left: number;
  readonly setUp: FactorSetup;
  readonly onChanged: () => void;
}

function RecoveryRow({ left, setUp, onChanged }: RecoveryProps) {
  const renew = () =>
    setUp.send(async () => {
      const renewed = await call(renewRecoveryCodes);
      setUp.showCodes(renewed.recoveryCodes);
      onChanged();
    });
  return (
    <SettingRow title="Recovery codes" note="For the day when the others are lost; each works once">
      <Pill {...(left <= fewCodes ? { level: 'warning' as const } : {})}>{`${left} of 10 left`}</Pill>
      <ConfirmButton
        label="New codes"
        subject="the codes before, which then work no more"
        onConfirm={() => void renew()}
      />
    </SettingRow>
  );
}
