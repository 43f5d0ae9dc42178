import { removeTwoFactorOf, requireTwoFactor } from '@app/shared/contract/two-factor.ts';
import { call } from '../../../lib/http/call.ts';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { ConfirmButton } from '../../../ui/fields/ConfirmButton.tsx';
import { SettingRow } from '../parts/Section.tsx';
import type { TwoFactor } from './two-factor-query.ts';

interface Props {
  readonly twoFactor: TwoFactor;
  /** Whether the owner has a second step: an owner without one cannot require it. */
  readonly isOn: boolean;
  readonly busy: boolean;
  readonly change: (work: () => Promise<unknown>) => Promise<void>;
}

/** The owner's settings: whether a second step is required, who has one, and its removal for a user who has lost it. */
export function TeamTwoFactor({ twoFactor: { isRequired, users }, isOn, busy, change }: Props) {
  return (
    <>
      <div className="setting-row setting-row--switch">
        <Switch
          on={isRequired}
          disabled={busy || (!isOn && !isRequired)}
          onChange={(next) => void change(() => call(requireTwoFactor, { body: { isRequired: next } }))}
          noteId="two-factor-required"
          note={
            isOn || isRequired
              ? 'Users without one set it up before anything else, now or at the next log-in.'
              : 'Set up your own first.'
          }
        >
          Required of all users
        </Switch>
      </div>
      {users.map(({ emailAddressId, email, hasTwoFactor }) => (
        <SettingRow key={emailAddressId} title={email} note={hasTwoFactor ? null : 'Logs in by password alone'}>
          <Pill {...(hasTwoFactor ? { level: 'ok' as const } : {})}>{hasTwoFactor ? 'On' : 'Off'}</Pill>
          {hasTwoFactor && (
            <ConfirmButton
              label="Take away"
              subject={`the second step of ${email}`}
              onConfirm={() => void change(() => call(removeTwoFactorOf, { params: { emailAddressId } }))}
            />
          )}
        </SettingRow>
      ))}
    </>
  );
}
