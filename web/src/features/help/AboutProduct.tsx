import { ticketMarketplaces } from '@app/shared/contract/support.ts';
import { cleanAsin } from '@app/shared/domain/asin.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { marketplaceOf } from './ticket.ts';
import { useAsinCheck } from './use-asin-check.ts';
import type { useTicket } from './use-ticket.ts';

const options = [{ value: '', label: 'Any' }, ...ticketMarketplaces.map((code) => ({ value: code, label: code }))];

/** Which product it is about, and at once whether that one is watched. */
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
