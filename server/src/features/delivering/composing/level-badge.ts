import { severityForms, severityOfColour, type Colour } from '@app/shared/base/severity.ts';
import type { Html } from '../../../lib/mail/html.ts';
import { badge } from '../../../lib/mail/parts.ts';

export function levelBadge(colour: Colour): Html {
  const severity = severityOfColour(colour);
  const { sign, label } = severityForms[severity];
  return badge({ tone: severity, sign, label });
}
