import type { AddressDraft } from '../form/form-model.ts';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { alertCount } from './team.ts';

interface Props {
  readonly user: AddressDraft;
  readonly suppressed: readonly string[];
}

/** Shows how many of the e-mail alerts are on for a user. */
export function AlertsPill({ user, suppressed }: Props) {
  const { on, all } = alertCount(user, suppressed);
  if (on === 0) return <Severity level="muted">Off</Severity>;
  return <Severity level="ok">{on === all ? 'On' : `${on} of ${all}`}</Severity>;
}
