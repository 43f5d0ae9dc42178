import { isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { emailAddresses } from '@app/shared/contract/accounts.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { requestSalesSpreadsheet } from '@app/shared/contract/sales-spreadsheet.ts';
import { dateErrorMs, freshMs } from '@app/shared/domain/sales-spreadsheet.ts';
import { useIsHere } from '../../lib/browser/use-is-here.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { call, query } from '../../lib/http/call.ts';
import { firstFailed, useFailed } from '../../lib/http/kept-failure.ts';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { showToast, toReadMs } from '../../ui/overlays/toast-store.ts';
import {
  checkDays,
  emptyForm,
  recipientsOf,
  reduceForm,
  subjectOf,
  type SendPhase,
  type SpreadsheetSubject,
} from './spreadsheet-form.ts';

const passesAfterMs: Readonly<Partial<Record<string, number>>> = { OK_FRESH: freshMs, DATE_INPUT_ERROR: dateErrorMs };

/**
 * Returns the latest date of any time zone: around the Pacific a day begins at least half a day earlier than in UTC.
 */
export const latestDate = (): string => addDays(dayOf(new Date()), 1);

/**
 * The form of a request and its phase. `addresses` and `stopped` are undefined while they load, and after they have
 * `failed` to.
 */
export function useSpreadsheetRequest(subject: SpreadsheetSubject | null) {
  const [form, dispatch] = useReducer(reduceForm, emptyForm);
  const isHere = useIsHere();
  const { addresses, stopped, failed } = useOwnAddresses();
  const { phase, phaseNo } = form;
  useEffect(() => {
    const passesAfter = phase === null ? undefined : passesAfterMs[phase];
    if (passesAfter === undefined) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'passed', phaseNo }), passesAfter);
    return () => clearTimeout(timer);
  }, [phase, phaseNo]);

  const send = async () => {
    const checked = checkDays(form, latestDate());
    if (!checked.ok) return dispatch({ type: 'phase', phase: 'DATE_INPUT_ERROR', reason: checked.error });
    dispatch({ type: 'phase', phase: 'IN_PROGRESS' });
    const recipients = recipientsOf(form, addresses ?? []);
    const body = { ...subjectOf(form, subject), ...checked.days, emailAddresses: [...recipients] };
    try {
      await call(requestSalesSpreadsheet, { body });
      return dispatch({ type: 'phase', phase: 'OK_FRESH' });
    } catch (error) {
      const failure = failureOf(error);
      // A person who has closed the form meanwhile would wait for the mail.
      if (!isHere()) showToast(toastText(failure.phase), { level: 'alert', forMs: toReadMs });
      return dispatch({ type: 'phase', ...failure });
    }
  };
  return { form, dispatch, addresses, stopped, failed, send };
}

const toastText = (phase: SendPhase): string =>
  phase === 'TOO_MANY_REQUESTS' ? errorCatalogue.spreadsheetUnderway.text : 'Could not send request';

/** The server knows the days of the marketplaces, so it may refuse dates that this page allows. */
function failureOf(error: unknown) {
  if (!(error instanceof ApiError)) return { phase: 'FAILED' } as const;
  if (error.status === 429) return { phase: 'TOO_MANY_REQUESTS' } as const;
  const phase = error.code === 'badRequest' ? ('DATE_INPUT_ERROR' as const) : ('FAILED' as const);
  return { phase, reason: error.message };
}

/**
 * Loads the verified addresses that the user may use: the owner all of the account, others their own. Those to which
 * nothing is sent any more are listed apart.
 */
function useOwnAddresses() {
  const identity = useQuery(identityQuery);
  const listed = useQuery(query(emailAddresses));
  const own = identity.data && listed.data && ownAddresses(listed.data, identity.data);
  return {
    addresses: own?.filter((one) => !isStopped(one)).map(({ email }) => email),
    stopped: own?.filter(isStopped).map(({ email }) => email),
    failed: firstFailed([useFailed(identity), useFailed(listed)]),
  };
}

type Addresses = Reply<typeof emailAddresses>['emailAddresses'];

/** The server refuses to send to such an address. During an upgrade an older server does not give the reason. */
const isStopped = ({ stoppedReason }: Addresses[number]): boolean => typeof stoppedReason === 'string';

function ownAddresses(data: Reply<typeof emailAddresses>, identity: Identity): Addresses {
  const isOwn = (email: string) => isSameEmail(email, identity.email);
  const isOwner = data.emailAddresses.some(({ email, isPrimary }) => isPrimary && isOwn(email));
  return data.emailAddresses.filter(({ email, isVerified }) => isVerified && (isOwner || isOwn(email)));
}
