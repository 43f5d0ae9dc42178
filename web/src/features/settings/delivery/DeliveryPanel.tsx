import { Segments } from '../../../ui/fields/Segments.tsx';
import { RowSwitch } from '../parts/RowSwitch.tsx';
import { Section, SettingRow } from '../parts/Section.tsx';
import type { FormHandle } from '../form/use-settings-form.ts';
import { HoursField } from './HoursField.tsx';

/** An example of the subject for each choice, for the same mail. */
const examples = {
  SIMPLE: '1 alert: Cast-iron skillet 26 cm, US',
  DETAILED: 'Alert: buy box lost, Cast-iron skillet 26 cm, US',
} as const;
const subjects = [
  { value: 'SIMPLE', content: 'Simple' },
  { value: 'DETAILED', content: 'Detailed' },
] as const;

/**
 * Section 2: "Instant alerts on shows the subject choice; off shows the batching interval." The settings apply to all
 * addresses.
 */
export function DeliveryPanel({ form }: { readonly form: FormHandle }) {
  const { instantAlert, alertSubject } = form.draft.account;
  const change = (changed: Partial<FormHandle['draft']['account']>) =>
    form.dispatch({ type: 'accountChanged', change: changed });
  return (
    <Section id="delivery" title="Alert delivery" note="For every address of the account">
      <div className="settings-section__body">
        <SettingRow
          title="Instant alerts"
          note="Off means alerts are collected and sent together. Improvements come with the next alert, within 12 hours"
        >
          <RowSwitch label="Instant alerts" on={instantAlert} onChange={(on) => change({ instantAlert: on })} />
        </SettingRow>
        {instantAlert ? (
          <SettingRow title="Subject line" note={`As in “${examples[alertSubject]}”`}>
            <Segments
              label="Subject line"
              options={subjects}
              value={alertSubject}
              onChange={(value) => change({ alertSubject: value })}
            />
          </SettingRow>
        ) : (
          <HoursField form={form} onChange={(batchingHours) => change({ batchingHours })} />
        )}
      </div>
    </Section>
  );
}
