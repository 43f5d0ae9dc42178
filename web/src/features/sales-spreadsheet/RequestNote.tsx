import { errorCatalogue } from '@app/shared/base/errors.ts';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import type { SendPhase } from './spreadsheet-form.ts';

interface Props {
  readonly phase: SendPhase | null;
  /** An error of another number is announced, also if it has the text of the one before. */
  readonly phaseNo: number;
  readonly reason: string | null;
}

/** States the outcome of the last request with the texts of section 8. */
export function RequestNote({ phase, phaseNo, reason }: Props) {
  const isAccepted = phase === 'OK_FRESH' || phase === 'OK';
  return (
    <>
      <output className="sheet-request__note">
        {isAccepted && (
          <>
            <Severity level="ok">Your request has been received</Severity>
            <span className="dim">The mail arrives in a couple of minutes.</span>
          </>
        )}
      </output>
      <span className="sheet-request__note" role="alert">
        {phase === 'DATE_INPUT_ERROR' && (
          <Severity key={phaseNo} level="alert">
            {reason ?? 'These dates are not valid'}
          </Severity>
        )}
        {phase === 'TOO_MANY_REQUESTS' && (
          <Severity level="warning">{errorCatalogue.spreadsheetUnderway.text}</Severity>
        )}
        {phase === 'FAILED' && (
          <>
            <Severity level="alert">Could not send request</Severity>
            {reason !== null && <span className="dim">{reason}</span>}
          </>
        )}
      </span>
    </>
  );
}
