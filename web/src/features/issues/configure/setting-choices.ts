import type { PanelField } from '@app/shared/watchdogs/model/define.ts';
import { minimumMinuteChoices } from '@app/shared/watchdogs/model/message-worth.ts';

/** The choices of a sensitivity (section 9, "Sensitivity"). */
export const sensitivities = [
  { value: 'HIGH', label: 'High: No Delay, can give many notifications' },
  { value: 'MEDIUM', label: 'Medium: Moderate Delay, recommended' },
  { value: 'LOW', label: 'Low: Strong Filtering' },
];

export const minimumMinutes = minimumMinuteChoices.map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'At once' : `After it has lasted ${minutes} minutes`,
}));

/** A value of a setting in the words of its control. */
export function settingText({ widget }: Pick<PanelField, 'widget'>, value: unknown): string {
  if (widget === 'toggle') return value === true ? 'On' : 'Off';
  const choices = widget === 'sensitivity' ? sensitivities : widget === 'minimumMinutes' ? minimumMinutes : [];
  return choices.find((choice) => choice.value === String(value))?.label ?? String(value);
}
