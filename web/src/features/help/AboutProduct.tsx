import { ticketMarketplaces } from '@app/shared/contract/support.ts';
import { asinTexts, cleanAsin, isAsin } from '@app/shared/domain/inputs/asin.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { marketplaceOf, type TicketForm } from './ticket.ts';
import type { useTicket } from './use-ticket.ts';
import { useQuery } from '@tanstack/react-query';
import { asinExists } from '@app/shared/contract/catalog.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { query } from '../../lib/http/call.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';

const options = [{ value: '', label: 'Any' }, ...ticketMarketplaces.map((code) => ({ value: code, label: code }))];

/** The product that a ticket is about, and whether it is tracked. */
export function AboutProduct({ ticket: { form, field, change } }: { readonly ticket: ReturnType<typeof useTicket> }) {
  const check = useAsinCheck(form);
  const { onBlur, ...asin } = field('asin');
  const handleBlur = () => {
    change({ asin: cleanAsin(form.asin) });
    onBlur();
  };
  return (
    <div className="ticket__product">
      <TextField
        label="ASIN"
        optional
        autoComplete="off"
        spellCheck={false}
        {...asin}
        onBlur={handleBlur}
        hint={
          <output className="ticket__check">
            {check && <SeveritySign level={check.level} size={14} />}
            {check?.text}
          </output>
        }
      />
      <Select
        label="Marketplace"
        optional
        options={options}
        value={form.marketplace}
        onChange={(event) => change({ marketplace: marketplaceOf(event.target.value) })}
      />
    </div>
  );
}

interface AsinCheck {
  readonly level: 'ok' | 'warning';
  readonly text: string;
}

/** The pause in typing after which the ASIN is checked, as long as that of the product filter. */
const pauseMs = 500;

/** The result of checking the typed ASIN; null while there is none. */
function useAsinCheck({ asin: typed, marketplace }: Pick<TicketForm, 'asin' | 'marketplace'>): AsinCheck | null {
  const typing = cleanAsin(typed);
  const asin = useSettled(typing, pauseMs);
  const { data, error } = useQuery({
    ...query(asinExists, { params: { asin }, query: { marketplace: marketplace || undefined } }),
    enabled: isAsin(asin),
  });
  if (asin !== typing || !isAsin(asin)) return null;
  if (error) return isAnswer(error) ? { level: 'warning', text: error.message } : null;
  if (!data) return null;
  const { trackedMarketplaces } = data;
  if (marketplace !== '' && !trackedMarketplaces.includes(marketplace)) {
    return { level: 'warning', text: asinTexts.trackedElsewhere(asin, trackedMarketplaces) };
  }
  return { level: 'ok', text: `Tracked in ${trackedMarketplaces.join(', ')}` };
}

/** Whether a failure is an answer about the ASIN, unlike a network failure. */
const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 402);
